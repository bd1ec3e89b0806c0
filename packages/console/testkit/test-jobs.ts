import type { FileJob, FileJobDetails } from '@plinth/console';
import { sql } from '@plinth/postgres';
import { expect } from 'vitest';
import type { Answer } from './test-console.ts';
import { createTestTeam, type TestTeam, type Token } from './test-team.ts';

/** A team, and the calls of its members about jobs on files. */
export interface TestJobs
  extends Pick<TestTeam, 'control' | 'project' | 'member' | 'stop' | 'start' | 'close'> {
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
}

const patience = 25_000;

export const manyNames = (folder: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${folder}${String(index).padStart(5, '0')}`);

export async function createTestJobs(): Promise<TestJobs> {
  const team = await createTestTeam();
  const { project } = team;
  const call: TestJobs['call'] = (method, path, member, body) =>
    team.call(method, `/storage/jobs${path}`, member, body);
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
  return {
    control: team.control,
    project,
    call,
    until,
    start: team.start,
    stop: team.stop,
    close: team.close,
    member: team.member,
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
  };
}
