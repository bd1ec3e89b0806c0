import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileJob } from '@plinth/console/api';
import type { ReadyInfo } from '@plinth/server';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newFolder, PlinthProcess } from '../cli/plinth-process.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const folder = newFolder();
const owner = { name: 'Ada', email: 'ada@example.com', password: 'a long password of mine' };
const files = 4_000;

let running: { readonly plinth: PlinthProcess; readonly ready: ReadyInfo };

beforeAll(async () => {
  running = await PlinthProcess.start(folder.path);
  const { status } = await call('POST', '/console/v1/setup', owner);
  expect(status).toBe(201);
});

afterAll(async () => {
  await running?.plinth.stop();
  folder.remove();
});

async function call<T>(method: string, path: string, body?: unknown, token?: string) {
  const answer = await fetch(`${running.ready.url}${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? null : JSON.parse(text)) as T };
}

async function signIn(): Promise<string> {
  const { body: status } = await call<{ controlKey: string }>('GET', '/console/v1/status');
  const { email, password } = owner;
  const { body } = await call<{ access_token: string }>(
    'POST',
    '/p/control/auth/v1/token?grant_type=password',
    { email, password },
    status.controlKey,
  );
  return body.access_token;
}

async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
  const database = new pg.Client({ connectionString: running.ready.databaseUrl });
  database.on('error', () => {});
  await database.connect();
  try {
    return (await database.query<Row>(text, values)).rows;
  } finally {
    await database.end();
  }
}

/** A bucket with files whose changes take a millisecond each, and a job on them that has begun its work. */
async function begin(bucket: string, to: string | null): Promise<string> {
  await query('insert into storage.buckets (id, name) values ($1, $1)', [bucket]);
  await query(
    `insert into storage.objects (bucket_id, name, version, metadata)
      select $1, 'old/' || n, gen_random_uuid(), '{"size": 4}' from generate_series(1, $2::int) as n`,
    [bucket, files],
  );
  await query(`
    create or replace function public.slow() returns trigger language plpgsql as $$ begin
      perform pg_sleep(0.001);
      return case when tg_op = 'DELETE' then old else new end; end $$;
    create or replace trigger slow before delete or update on storage.objects
      for each row execute function public.slow();`);
  const token = await signIn();
  const { status, body } = await call<FileJob>(
    'POST',
    '/console/v1/projects/default/storage/jobs',
    { bucket, target: to === null ? null : bucket, names: [{ from: 'old/', to }] },
    token,
  );
  expect(status).toBe(201);
  await until(body.id, token, ({ done }) => done > 400);
  return body.id;
}

/** The process of Postgres; undefined while there is none. */
function postmaster(): number | undefined {
  const file = join(folder.path, '.plinth', 'postgres', 'postmaster.pid');
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
  return pid > 0 ? pid : undefined;
}

async function until(
  id: string,
  token: string,
  holds: (job: FileJob) => boolean,
): Promise<FileJob | undefined> {
  let last: FileJob | undefined;
  await expect
    .poll(
      async () => {
        const path = `/console/v1/projects/default/storage/jobs/${id}`;
        const { status, body } = await call<FileJob>('GET', path, undefined, token);
        if (status === 200) last = body;
        return last !== undefined && holds(last);
      },
      { timeout: 60_000, interval: 50 },
    )
    .toBe(true);
  return last;
}

async function expectWhole(id: string, bucket: string, left: string): Promise<void> {
  const token = await signIn();
  const job = await until(id, token, ({ state }) => state !== 'running' && state !== 'listing');
  expect(job).toMatchObject({ state: 'done', total: files, done: files, failed: 0 });
  const [row] = await query<{ moved: number; all: number }>(
    `select count(*) filter (where name ~ ('^' || $2 || '[0-9]+$'))::int as moved, count(*)::int as all
      from storage.objects where bucket_id = $1`,
    [bucket, left],
  );
  expect(row).toEqual(left === '' ? { moved: 0, all: 0 } : { moved: files, all: files });
}

test('a job goes on after the server was killed: a folder that moves into itself is whole', async () => {
  const id = await begin('killed', 'old/er/');
  running.plinth.child.kill('SIGKILL');
  await running.plinth.ended();
  running = await PlinthProcess.start(folder.path);
  await expectWhole(id, 'killed', 'old/er/');
});

test('a job goes on after an orderly stop, which it does not hold up', async () => {
  const id = await begin('stopped', null);
  const before = performance.now();
  expect(await running.plinth.stop()).toBe(0);
  expect(performance.now() - before).toBeLessThan(10_000);
  running = await PlinthProcess.start(folder.path);
  await expectWhole(id, 'stopped', '');
});

test('a job outlasts the death of Postgres', async () => {
  const id = await begin('outlasted', 'new/');
  const before = postmaster();
  if (before === undefined) throw new Error('Postgres does not run');
  process.kill(before, 'SIGKILL');
  // The server makes itself a new one; until then nobody can sign in.
  const isBack = async (): Promise<boolean> =>
    ![before, undefined].includes(postmaster()) &&
    (await fetch(`${running.ready.url}/health`)).status === 200;
  await expect.poll(isBack, { timeout: 60_000 }).toBe(true);
  await expectWhole(id, 'outlasted', 'new/');
});
