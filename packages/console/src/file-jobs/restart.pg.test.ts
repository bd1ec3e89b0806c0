import { sql } from '@plinth/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestJobs, manyNames, type TestJobs } from '../../testkit/test-jobs.ts';
import type { FileJob } from '../api/file-jobs.ts';

let jobs: TestJobs;
let developer: string;

beforeAll(async () => {
  jobs = await createTestJobs();
  developer = await jobs.member('viewer', 'developer');
});
afterAll(() => jobs.close());

interface Row {
  readonly state: string;
  readonly done: number;
  readonly total: number;
  readonly position: { readonly after: string } | null;
}

async function rowOf(id: string): Promise<Row | undefined> {
  const [row] = await jobs.control.query<Row>(
    sql`select state, done, total, position from console.file_jobs where id = ${id}`,
  );
  return row;
}

/** A job in a bucket of its own that was interrupted by an orderly stop of the server. */
async function interrupted(bucket: string, to: string | null): Promise<FileJob> {
  await jobs.makeBucket(bucket);
  await jobs.put(bucket, manyNames('a/', 1_500));
  await jobs.slow(bucket, 5);
  const target = to === null ? undefined : bucket;
  const job = await jobs.begin(developer, bucket, [['a/', to]], target);
  await jobs.until(developer, job.id, ({ done }) => done > 0);
  await jobs.stop();
  await jobs.slow(bucket, 0);
  return job;
}

test('a stop of the server ends a job after its batch; the next start goes on with it', async () => {
  const { id } = await interrupted('stopped', null);
  const left = await jobs.names('stopped');
  const row = await rowOf(id);
  expect(row).toMatchObject({ state: 'interrupted', total: 1_500, done: 1_500 - left.length });
  expect(left.length).toBeGreaterThan(0);
  expect(left[0]).toBe(manyNames('a/', 1_500)[1_500 - left.length]);
  await jobs.start();
  expect(await jobs.end(developer, id)).toMatchObject({ state: 'done', total: 1_500, done: 1_500 });
  expect(await jobs.names('stopped')).toEqual([]);
});

test('a killed server has not written down its last batches: none is done twice, all are counted', async () => {
  const { id } = await interrupted('killed', 'a/b/');
  // As a kill leaves it: some batches behind what was done.
  await jobs.control.query(sql`
    update console.file_jobs set state = 'running', done = 0,
      position = (position::jsonb || '{"after": ""}')::json where id = ${id}`);
  await jobs.start();
  expect(await jobs.end(developer, id)).toMatchObject({
    state: 'done',
    total: 1_500,
    done: 1_500,
    failed: 0,
  });
  expect(await jobs.names('killed')).toEqual(manyNames('a/b/', 1_500));
});

test('a job that does not get on start after start waits until somebody tells it to', async () => {
  const { id } = await interrupted('hopeless', null);
  await jobs.control.query(sql`update console.file_jobs set interruptions = 3 where id = ${id}`);
  await jobs.start();
  const waiting = await jobs.end(developer, id);
  expect(waiting).toMatchObject({ state: 'interrupted', total: 1_500 });
  expect(await jobs.names('hopeless')).toHaveLength(1_500 - waiting.done);
  expect((await jobs.call('POST', `/${id}/retry`, developer)).status).toBe(200);
  expect(await jobs.end(developer, id)).toMatchObject({ state: 'done', done: 1_500 });
});

test('a member who is gone when the server comes back has no more say', async () => {
  const { id } = await interrupted('orphaned', null);
  const other = await (async () => {
    await jobs.control.query(sql`
      update console.project_roles set role = 'viewer'`);
    await jobs.start();
    return jobs.member('admin');
  })();
  expect(await jobs.end(other, id)).toMatchObject({
    state: 'failed',
    error: { code: 'role_required' },
  });
});
