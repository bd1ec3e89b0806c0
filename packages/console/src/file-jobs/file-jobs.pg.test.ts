import { sql } from '@plinth/postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestJobs, manyNames, type TestJobs } from '../../testkit/test-jobs.ts';
import type { FileJob } from '../api/file-jobs.ts';

let jobs: TestJobs;
let developer: string;
let bucket = '';
let count = 0;

beforeAll(async () => {
  jobs = await createTestJobs();
  developer = await jobs.member('viewer', 'developer');
});
afterAll(() => jobs.close());
beforeEach(async () => {
  count += 1;
  bucket = `b${count}`;
  await jobs.makeBucket(bucket);
});

const listed = async (member = developer): Promise<FileJob[]> =>
  (await jobs.call<FileJob[]>('GET', '', member)).body;

const auditOf = (id: string) =>
  jobs.control.query<{ action: string; target: string; details: unknown }>(sql`
    select action, target, details from console.audit_log
    where details ->> 'job' = ${id} or target = ${bucket} order by id`);

test('a job deletes 1,200 files while nobody waits for it, and tells what it did', async () => {
  await jobs.put(bucket, [...manyNames('old/', 1_200), 'kept.txt', 'one.txt']);
  const begun = await jobs.begin(developer, bucket, [
    ['old/', null],
    ['one.txt', null],
  ]);
  expect(begun).toMatchObject({
    bucket,
    target: null,
    first: { from: 'old/', to: null },
    names: 2,
    mine: true,
    mayChange: true,
  });
  const done = await jobs.end(developer, begun.id);
  expect(done).toMatchObject({
    state: 'done',
    total: 1_201,
    done: 1_201,
    failed: 0,
    failures: [],
    error: null,
  });
  expect(Date.parse(done.endedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(done.startedAt));
  expect(await jobs.names(bucket)).toEqual(['kept.txt']);
  const { failures: _, ...summary } = done;
  expect(await listed()).toContainEqual(summary);
  expect(await auditOf(begun.id)).toEqual([
    { action: 'files.delete', target: bucket, details: { count: 2, names: ['old/', 'one.txt'] } },
  ]);
});

test('what failed is told by its name, and done when it is tried again', async () => {
  await jobs.put(bucket, [...manyNames('from/', 1_000), 'to/00007', 'to/00800']);
  const { id } = await jobs.begin(developer, bucket, [['from/', 'to/']], bucket);
  const done = await jobs.end(developer, id);
  expect(done).toMatchObject({ state: 'done', total: 1_000, done: 998, failed: 2 });
  expect(done.failures).toEqual([
    {
      from: 'from/00007',
      to: 'to/00007',
      code: 'KeyAlreadyExists',
      message: 'The resource already exists',
    },
    expect.objectContaining({ from: 'from/00800' }),
  ]);
  await jobs.project.as().script(`set storage.allow_delete_query = 'true';
    delete from storage.objects where bucket_id = '${bucket}' and name = 'to/00007'`);
  expect(await jobs.call('POST', `/${id}/retry`, developer)).toMatchObject({
    status: 200,
    body: { id },
  });
  expect(await jobs.end(developer, id)).toMatchObject({
    state: 'done',
    total: 1_000,
    done: 999,
    failures: [{ from: 'from/00800' }],
  });
  expect((await jobs.names(bucket)).filter((name) => name.startsWith('from/'))).toEqual([
    'from/00800',
  ]);
});

test('more failures than are remembered are counted, and all tried again', async () => {
  await jobs.put(bucket, [...manyNames('a/', 620), ...manyNames('b/', 620)]);
  const { id } = await jobs.begin(developer, bucket, [['a/', 'b/']], bucket);
  const done = await jobs.end(developer, id);
  expect(done).toMatchObject({ done: 0, failed: 620, total: 620 });
  expect(done.failures).toHaveLength(500);
  await jobs.project.as().script(`set storage.allow_delete_query = 'true';
    delete from storage.objects where bucket_id = '${bucket}' and name like 'b/%'`);
  await jobs.call('POST', `/${id}/retry`, developer);
  expect(await jobs.end(developer, id)).toMatchObject({ state: 'done', done: 620, failed: 0 });
  expect(await jobs.call('POST', `/${id}/retry`, developer)).toMatchObject({
    status: 409,
    body: { code: 'job_done' },
  });
});

test('a folder is moved into itself, and to another bucket, as the member', async () => {
  await jobs.put(bucket, manyNames('a/', 450));
  const { id } = await jobs.begin(developer, bucket, [['a/', 'a/b/']], bucket);
  expect(await jobs.end(developer, id)).toMatchObject({ state: 'done', total: 450, done: 450 });
  expect(await jobs.names(bucket)).toEqual(manyNames('a/b/', 450));
  const other = `${bucket}-other`;
  await jobs.makeBucket(other);
  const away = await jobs.begin(developer, bucket, [['a/b/', '']], other);
  expect(await jobs.end(developer, away.id)).toMatchObject({ state: 'done', done: 450 });
  expect(await jobs.names(other)).toEqual(manyNames('', 450));
  const owners = await jobs.project.query<{ owner_id: string }>(
    sql`select distinct owner_id from storage.objects where bucket_id = ${other}`,
  );
  const members = await jobs.control.query(
    sql`select from console.members where id::text = ${owners[0]?.owner_id ?? ''}`,
  );
  expect([owners.length, members.length]).toEqual([1, 1]);
});

test('a job is stopped after its batch, and goes on when it is told to', async () => {
  await jobs.put(bucket, manyNames('a/', 1_000));
  await jobs.slow(bucket, 6);
  const { id } = await jobs.begin(developer, bucket, [['a/', null]]);
  await jobs.until(developer, id, ({ done }) => done > 0);
  expect(await jobs.call('DELETE', `/${id}`, developer)).toMatchObject({
    status: 409,
    body: { code: 'job_running' },
  });
  expect(await jobs.call('POST', `/${id}/retry`, developer)).toMatchObject({
    status: 409,
    body: { code: 'job_running' },
  });
  expect((await jobs.call('POST', `/${id}/stop`, developer)).status).toBe(204);
  const stopped = await jobs.end(developer, id);
  expect(stopped).toMatchObject({ state: 'stopped', total: 1_000 });
  expect(stopped.done).toBeLessThan(1_000);
  expect(await jobs.names(bucket)).toHaveLength(1_000 - stopped.done);
  await jobs.slow(bucket, 0);
  await jobs.call('POST', `/${id}/retry`, developer);
  expect(await jobs.end(developer, id)).toMatchObject({ state: 'done', total: 1_000, done: 1_000 });
  expect(await jobs.names(bucket)).toEqual([]);
  expect((await jobs.call('DELETE', `/${id}`, developer)).status).toBe(204);
  expect(await jobs.call('GET', `/${id}`, developer)).toMatchObject({
    status: 404,
    body: { code: 'job_not_found' },
  });
  expect(await auditOf(id)).toMatchObject([
    { action: 'files.delete' },
    { action: 'files.retry-job' },
    { action: 'files.retry-job', details: { failed: 'job_running' } },
    { action: 'files.stop-job' },
    { action: 'files.retry-job' },
  ]);
});

test('so many jobs run beside each other and no more', async () => {
  await jobs.put(
    bucket,
    manyNames('', 6).flatMap((folder) => manyNames(`${folder}/`, 250)),
  );
  await jobs.slow(bucket, 8);
  const answers = await Promise.all(
    manyNames('', 6).map((folder) =>
      jobs.call<FileJob>('POST', '', developer, {
        bucket,
        target: null,
        names: [{ from: `${folder}/`, to: null }],
      }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 429, 429]);
  const begun = answers.filter(({ status }) => status === 201);
  for (const { body } of begun) {
    expect((await jobs.end(developer, body.id)).state).toBe('done');
  }
  const next = await jobs.begin(developer, bucket, [['none', null]]);
  expect(await jobs.end(developer, next.id)).toMatchObject({ state: 'done', total: 1, done: 1 });
});

test('viewers, outsiders and strangers begin nothing and see nothing; others are stopped by admins', async () => {
  await jobs.put(bucket, manyNames('a/', 600));
  await jobs.slow(bucket, 12);
  const viewer = await jobs.member('viewer', 'viewer');
  const outsider = await jobs.member('developer');
  const colleague = await jobs.member('viewer', 'developer');
  const admin = await jobs.member('admin');
  const { id } = await jobs.begin(developer, bucket, [['a/', null]]);
  const change = { bucket, target: null, names: [{ from: 'a/', to: null }] };
  const calls = [
    ['POST', '', change],
    ['GET', ''],
    ['GET', `/${id}`],
    ['POST', `/${id}/stop`],
    ['POST', `/${id}/retry`],
    ['DELETE', `/${id}`],
  ] as const;
  for (const [method, path, body] of calls) {
    const answers = await Promise.all(
      [viewer, outsider, null].map((member) => jobs.call(method, path, member, body)),
    );
    expect(answers).toMatchObject([
      { status: 403, body: { code: 'role_required' } },
      { status: 404, body: { code: 'project_not_found' } },
      { status: 403 },
    ]);
  }
  expect(await listed(colleague)).toContainEqual(
    expect.objectContaining({ id, mine: false, mayChange: false }),
  );
  expect(await jobs.call('POST', `/${id}/stop`, colleague)).toMatchObject({
    status: 403,
    body: { code: 'role_required' },
  });
  expect(await listed(admin)).toContainEqual(
    expect.objectContaining({ id, mine: false, mayChange: true }),
  );
  expect((await jobs.call('POST', `/${id}/stop`, admin)).status).toBe(204);
  expect((await jobs.end(developer, id)).state).toBe('stopped');
});

test('a member who loses the role loses the job', async () => {
  await jobs.put(bucket, manyNames('a/', 4_000));
  await jobs.slow(bucket, 1);
  const member = await jobs.member('viewer', 'developer');
  const { id } = await jobs.begin(member, bucket, [['a/', null]]);
  await jobs.until(developer, id, ({ done }) => done > 0);
  await jobs.control.query(sql`update console.project_roles set role = 'viewer'
    where member_id = (select member_id from console.file_jobs where id = ${id})`);
  expect(await jobs.end(developer, id)).toMatchObject({
    state: 'failed',
    error: { code: 'role_required' },
  });
  expect((await jobs.names(bucket)).length).toBeGreaterThan(0);
});

test('what cannot be done is refused, or fails with the reason', async () => {
  const refused = async (change: object) => {
    const { status, body } = await jobs.call<{ code: string }>('POST', '', developer, {
      bucket,
      target: null,
      names: [{ from: 'a', to: null }],
      ...change,
    });
    return [status, body.code];
  };
  const to = (from: string, name: string | null) => ({
    target: bucket,
    names: [{ from, to: name }],
  });
  expect(await refused({ names: [] })).toEqual([400, 'invalid_request']);
  expect(
    await refused({ names: manyNames('', 10_001).map((from) => ({ from, to: null })) }),
  ).toEqual([400, 'invalid_request']);
  expect(await refused({ names: [{ from: '', to: null }] })).toEqual([400, 'invalid_request']);
  expect(await refused({ names: [{ from: 'a\0b', to: null }] })).toEqual([400, 'invalid_request']);
  expect(await refused({ bucket: '' })).toEqual([400, 'invalid_request']);
  expect(await refused(to('a', null))).toEqual([422, 'invalid_job']);
  expect(await refused(to('a', ''))).toEqual([422, 'invalid_job']);
  expect(await refused(to('a', 'b/'))).toEqual([422, 'invalid_job']);
  expect(await refused(to('a/', 'b'))).toEqual([422, 'invalid_job']);
  expect(await jobs.call('GET', '/nonsense', developer)).toMatchObject({ status: 400 });
  const missing = await jobs.begin(developer, bucket, [['a/', 'a/']], 'nowhere');
  expect(await jobs.end(developer, missing.id)).toMatchObject({
    state: 'failed',
    error: { code: 'NoSuchBucket', message: 'Bucket not found' },
  });
  const odd = await jobs.begin(developer, bucket, [
    ['\ud800/', null],
    ['a\u0001', null],
  ]);
  expect(await jobs.end(developer, odd.id)).toMatchObject({ state: 'done', failed: 0 });
});

test('ended jobs are forgotten after a while, and when there are many', async () => {
  await jobs.control.query(sql`
    insert into console.file_jobs (project_ref, member_id, member_email, bucket, names, first_name,
      name_count, state, started_at, updated_at, ended_at)
    select 'default', gen_random_uuid(), 'm@example.com', ${bucket}, '[]', '{"from": "a", "to": null}', 1,
      'done', at, at, at
    from generate_series(1, 80) as n, lateral (select now() - n * interval '4 hours' as at) as t`);
  expect((await listed()).length).toBeGreaterThan(40);
  const { id } = await jobs.begin(developer, bucket, [['a', null]]);
  await jobs.end(developer, id);
  const left = await jobs.control.query<{ old: number; all: number }>(sql`
    select count(*) filter (where ended_at < now() - interval '7 days')::int as old, count(*)::int as all
    from console.file_jobs`);
  expect(left[0]?.old).toBe(0);
  expect(left[0]?.all).toBeLessThanOrEqual(51);
});
