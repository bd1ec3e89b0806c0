import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings } from '@plinth/config';
import {
  consoleMigrations,
  type FileJob,
  type FileJobDetails,
  type MemberRole,
} from '@plinth/console';
import { applySystemMigrations, sql } from '@plinth/postgres';
import {
  type Backend,
  generateSecrets,
  startBackend,
  systemClock,
  systemRandom,
} from '@plinth/server';
import { createTestDatabase, silentLogger, type TestDatabase } from '@plinth/testkit';
import { expect } from 'vitest';
import type { Answer } from './test-console.ts';

/** The access token of a member. */
type Token = string;

/** A whole backend that can be stopped and started again, and the calls of its members about jobs on files. */
export interface TestJobs {
  readonly control: TestDatabase;
  readonly project: TestDatabase;
  /** Adds a member, who then signs in. */
  member(role: MemberRole, projectRole?: MemberRole): Promise<Token>;
  /** Calls a path below …/storage/jobs as a member. */
  call<T>(method: string, path: string, member: Token | null, body?: unknown): Promise<Answer<T>>;
  /** Begins a job that a member may begin. */
  begin(
    member: Token,
    bucket: string,
    names: readonly (readonly [from: string, to: string | null])[],
    target?: string,
  ): Promise<FileJob>;
  /** The job as soon as `holds`. */
  until(
    member: Token,
    id: string,
    holds: (job: FileJobDetails) => boolean,
  ): Promise<FileJobDetails>;
  /** As soon as it is no longer under way. */
  end(member: Token, id: string): Promise<FileJobDetails>;
  makeBucket(id: string): Promise<void>;
  /** Rows of objects as uploads leave them. */
  put(bucket: string, names: readonly string[]): Promise<void>;
  names(bucket: string): Promise<string[]>;
  /** Makes every change of a file in a bucket take some milliseconds. */
  slow(bucket: string, milliseconds: number): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

const patience = 25_000;
const password = 'a long password';

export const manyNames = (folder: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${folder}${String(index).padStart(5, '0')}`);

export async function createTestJobs(): Promise<TestJobs> {
  const [control, project] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await applySystemMigrations(control.as(), [consoleMigrations]);
  const storageFolder = await mkdtemp(join(tmpdir(), 'plinth-jobs-'));
  const secrets = await generateSecrets(systemRandom, systemClock);
  let backend: Backend | undefined;
  const start = async (): Promise<void> => {
    backend = await startBackend({
      secrets,
      settings: { ...defaultSettings(), 'api.port': 0 },
      connectionOf: (which, role) => (which === 'control' ? control : project).connection(role),
      databaseUrl: 'postgresql://postgres@127.0.0.1/postgres',
      files: null,
      storageFolder,
      studioFolder: '',
      loopbackOnly: true,
      clock: systemClock,
      random: systemRandom,
      logger: silentLogger,
    });
  };
  const stop = async (): Promise<void> => {
    await backend?.close();
    backend = undefined;
  };
  const send = async <T>(
    method: string,
    path: string,
    bearer: string,
    body?: unknown,
  ): Promise<Answer<T>> => {
    const response = await fetch(`${backend?.url}${path}`, {
      method,
      headers: {
        apikey: path.startsWith('/p/control') ? secrets.control.secretKey : bearer,
        authorization: `Bearer ${bearer}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  };
  const call: TestJobs['call'] = (method, path, member, body) =>
    send(
      method,
      `/console/v1/projects/default/storage/jobs${path}`,
      member ?? secrets.control.publishableKey,
      body,
    );
  const until: TestJobs['until'] = async (member, id, holds) => {
    let last: FileJobDetails | undefined;
    await expect
      .poll(
        async () => {
          ({ body: last } = await call<FileJobDetails>('GET', `/${id}`, member));
          return last !== undefined && holds(last);
        },
        { timeout: patience, interval: 20 },
      )
      .toBe(true);
    return last as FileJobDetails;
  };
  await start();
  return {
    control,
    project,
    call,
    until,
    start,
    stop,
    member: async (role, projectRole) => {
      const email = `${randomUUID()}@example.com`;
      const { secretKey } = secrets.control;
      const account = await send<{ id: string }>(
        'POST',
        '/p/control/auth/v1/admin/users',
        secretKey,
        {
          email,
          password,
          email_confirm: true,
        },
      );
      const { id } = account.body;
      await control.query(sql`
        insert into console.members (id, email, name, role) values (${id}, ${email}, 'M', ${role})`);
      if (projectRole !== undefined) {
        await control.query(sql`insert into console.project_roles (member_id, project_ref, role)
          values (${id}, 'default', ${projectRole})`);
      }
      const session = await send<{ access_token: string }>(
        'POST',
        '/p/control/auth/v1/token?grant_type=password',
        secretKey,
        { email, password },
      );
      return session.body.access_token;
    },
    begin: async (member, bucket, names, target) => {
      const { status, body } = await call<FileJob>('POST', '', member, {
        bucket,
        target: target ?? null,
        names: names.map(([from, to]) => ({ from, to })),
      });
      expect({ status, body }).toMatchObject({ status: 201 });
      return body;
    },
    end: (member, id) =>
      until(member, id, ({ state }) => state !== 'listing' && state !== 'running'),
    makeBucket: async (id) => {
      await project.query(sql`insert into storage.buckets (id, name) values (${id}, ${id})`);
    },
    put: async (bucket, names) => {
      await project.query(sql`
        insert into storage.objects (bucket_id, name, version, metadata)
        select ${bucket}, name, gen_random_uuid(), '{"size": 4, "mimetype": "text/plain"}'
        from unnest(${names}::text[]) as name`);
    },
    names: async (bucket) => {
      const rows = await project.query<{ name: string }>(
        sql`select name from storage.objects where bucket_id = ${bucket} order by name collate "C"`,
      );
      return rows.map(({ name }) => name);
    },
    slow: async (bucket, milliseconds) => {
      const suffix = bucket.replaceAll('-', '_');
      await project.run(`
        create or replace function public.slow_${suffix}() returns trigger language plpgsql as $$ begin
          perform pg_sleep(${milliseconds / 1000});
          return case when tg_op = 'DELETE' then old else new end; end $$;
        create or replace trigger slow_${suffix} before delete or update on storage.objects for each row
          when (old.bucket_id = '${bucket}') execute function public.slow_${suffix}();`);
    },
    close: async () => {
      await stop();
      await Promise.all([control.close(), project.close()]);
      await rm(storageFolder, { recursive: true });
    },
  };
}
