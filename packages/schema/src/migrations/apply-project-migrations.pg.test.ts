import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { applySystemMigrations, sql } from '@plinth/postgres';
import { createTestDatabase, silentLogger, type TestDatabase } from '@plinth/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { diskProjectFiles } from '../files/disk-project-files.ts';
import { schemaMigrations } from '../system-migrations.ts';
import { type ApplyOptions, applyProjectMigrations } from './apply-project-migrations.ts';

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase();
  await applySystemMigrations(database.as(), [schemaMigrations]);
  folder = await mkdtemp(join(tmpdir(), 'plinth-schema-'));
});

afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, 'supabase', path)), { recursive: true });
  await writeFile(join(folder, 'supabase', path), text);
}

const apply = (options: Partial<ApplyOptions> = {}) =>
  applyProjectMigrations({
    owner: database.as('postgres'),
    files: diskProjectFiles(folder),
    logger: silentLogger,
    ...options,
  });

const history = () =>
  database.query(
    sql`select version, name, statements from supabase_migrations.schema_migrations order by version`,
  );

const exists = async (name: string) =>
  (
    await database.query<{ found: string | null }>(sql`select to_regclass(${name})::text as found`)
  )[0]?.found !== null;

test('migrations are applied in order and recorded as the supabase CLI does', async () => {
  await write(
    'migrations/20240102000000_items.sql',
    '-- of a note\ncreate table items (note int references notes);\n\ninsert into notes values (1);\n',
  );
  await write('migrations/20240101000000_notes.sql', 'create table notes (id int primary key);');
  const report = await apply();
  expect(report).toEqual({
    applied: [
      'supabase/migrations/20240101000000_notes.sql',
      'supabase/migrations/20240102000000_items.sql',
    ],
    seeded: [],
    warnings: [],
  });
  expect(await history()).toEqual([
    {
      version: '20240101000000',
      name: 'notes',
      statements: ['create table notes (id int primary key)'],
    },
    {
      version: '20240102000000',
      name: 'items',
      statements: [
        '-- of a note\ncreate table items (note int references notes)',
        'insert into notes values (1)',
      ],
    },
  ]);
  expect(await apply()).toEqual({ applied: [], seeded: [], warnings: [] });
  const columns = await database.query(sql`
    select table_name::text, column_name::text, data_type::text, is_nullable::text
    from information_schema.columns where table_schema = 'supabase_migrations' order by table_name, ordinal_position`);
  expect(columns).toEqual([
    {
      table_name: 'schema_migrations',
      column_name: 'version',
      data_type: 'text',
      is_nullable: 'NO',
    },
    {
      table_name: 'schema_migrations',
      column_name: 'statements',
      data_type: 'ARRAY',
      is_nullable: 'YES',
    },
    { table_name: 'schema_migrations', column_name: 'name', data_type: 'text', is_nullable: 'YES' },
    { table_name: 'seed_files', column_name: 'path', data_type: 'text', is_nullable: 'NO' },
    { table_name: 'seed_files', column_name: 'hash', data_type: 'text', is_nullable: 'NO' },
  ]);
});

test('a failing file leaves nothing, those before it stay, and the next start goes on from there', async () => {
  await write('migrations/1_good.sql', 'create table good ();');
  await write(
    'migrations/2_bad.sql',
    "create table half ();\n\n-- é😀\nselect 'é😀',\n\tmissing\nfrom good;\n",
  );
  await write('seed.sql', 'insert into good default values;');
  await expect(apply()).rejects.toMatchObject({
    code: 'migration_failed',
    details: {
      file: 'supabase/migrations/2_bad.sql',
      line: 5,
      column: 2,
      statement: "select 'é😀',\n\tmissing\nfrom good",
      sqlState: '42703',
    },
    message:
      'supabase/migrations/2_bad.sql:5:2: column "missing" does not exist (SQLSTATE 42703)\n  \tmissing\n  \t^',
  });
  expect(await exists('good')).toBe(true);
  expect(await exists('half')).toBe(false);
  expect(await history()).toMatchObject([{ version: '1' }]);
  await write('migrations/2_bad.sql', 'create table half ();');
  expect(await apply()).toMatchObject({
    applied: ['supabase/migrations/2_bad.sql'],
    seeded: ['supabase/seed.sql'],
  });
});

test('an error without a position is placed at its statement, with what Postgres adds', async () => {
  await write(
    'migrations/1_a.sql',
    'create table a (id int primary key);\n-- twice\ninsert into a values (1), (1);',
  );
  await expect(apply()).rejects.toMatchObject({
    message: expect.stringContaining(
      'supabase/migrations/1_a.sql:3:1: duplicate key value violates unique constraint "a_pkey" (SQLSTATE 23505)\n  insert into a values (1), (1);\n  ^\nDetail: Key (id)=(1) already exists.',
    ),
  });
});

test('a file that is not SQL is reported by Postgres, at its place', async () => {
  await write('migrations/1_a.sql', 'create table a ();\ncreate tabel b ();\n');
  await expect(apply()).rejects.toMatchObject({
    details: { line: 2, column: 8, sqlState: '42601' },
  });
  expect(await exists('a')).toBe(false);
});

test('dumps, transactions of their own and settings do not reach the next file', async () => {
  await write(
    'migrations/1_dump.sql',
    `\\restrict x
     SET statement_timeout = 0;
     SELECT pg_catalog.set_config('search_path', '', false);
     SET session_replication_role = replica;
     SET ROLE service_role;
     RESET ROLE;
     CREATE TABLE public.a (id int);
     SET ROLE authenticated;
     \\unrestrict x
    `.replaceAll(/^ +/gm, ''),
  );
  await write('migrations/2_own.sql', 'BEGIN;\ncreate table b (id int);\nCOMMIT;\n-- the end\n');
  await write('migrations/3_comment.sql', '-- nothing to do\n');
  await write(
    'migrations/4_check.sql',
    "do $$ begin assert current_user = 'postgres' and current_setting('session_replication_role') = 'origin'; end $$; create table c (id int);",
  );
  expect((await apply()).applied.length).toBe(4);
  expect(await exists('public.c')).toBe(true);
});

test('a file that does not end its transaction leaves nothing and says so', async () => {
  await write('migrations/1_open.sql', 'begin; create table a ();');
  await expect(apply()).rejects.toMatchObject({ code: 'open_transaction' });
  expect(await exists('a')).toBe(false);
});

test('commands of psql are refused with their place', async () => {
  await write('migrations/1_psql.sql', 'create table a ();\n\\connect other\n');
  await expect(apply()).rejects.toMatchObject({
    code: 'unsupported_script',
    message: expect.stringMatching(/1_psql\.sql:2:1: \\connect is a command of psql/),
  });
});

test('files with the same version are all applied, with a warning, and once', async () => {
  await write('migrations/20260426_001_a.sql', 'create table a ();');
  await write('migrations/20260426_002_b.sql', 'create table b ();');
  await write('migrations/20260427-9f1c.sql', 'create table c ();');
  const report = await apply();
  expect(report.applied.length).toBe(3);
  expect(report.warnings.map(({ code }) => code)).toEqual(['duplicate_version']);
  expect((await apply()).applied).toEqual([]);
});

test('extensions: trusted, untrusted and unavailable ones, and one that nobody may have', async () => {
  await write(
    'migrations/1_extensions.sql',
    `create extension if not exists "uuid-ossp" with schema extensions;
     create extension if not exists pg_trgm with schema extensions;
     create extension moddatetime schema extensions;
     comment on extension moddatetime is 'times';
     comment on extension "uuid-ossp" is 'ids';
     create extension if not exists pg_cron;
     create extension vector with schema extensions;
     comment on extension vector is 'gone';
     create table t (at timestamptz);
     create trigger times before update on t for each row execute function moddatetime(at);`,
  );
  const { warnings } = await apply();
  expect(warnings.map(({ code }) => code)).toEqual(Array(3).fill('extension_unavailable'));
  expect(
    await database.query(
      sql`select extname::text as name, extowner::regrole::text as owner from pg_extension
          where extname in ('pg_trgm', 'moddatetime', 'vector') order by extname`,
    ),
  ).toEqual([
    { name: 'moddatetime', owner: 'supabase_admin' },
    { name: 'pg_trgm', owner: 'postgres' },
  ]);
  await write('migrations/2_files.sql', 'create extension file_fdw;');
  await expect(apply()).rejects.toMatchObject({ details: { sqlState: '42501' } });
  await write(
    'migrations/2_files.sql',
    "select plinth.create_extension('file_fdw', 'public', null, false, false)",
  );
  await expect(apply()).rejects.toMatchObject({ details: { sqlState: '42501' } });
});

test('a migration cannot become superuser', async () => {
  await write(
    'migrations/1_role.sql',
    'reset role; reset session authorization; alter role postgres superuser;',
  );
  await expect(apply()).rejects.toMatchObject({ details: { sqlState: '42501' } });
});

test('seeds run once, on a fresh database, and their hash is recorded', async () => {
  await write('migrations/1_a.sql', 'create table a (n int);');
  await write('seeds/2.sql', 'insert into a values (2);');
  await write('seeds/1.sql', '\uFEFFinsert into a values (1);');
  const seedPaths = ['./seeds/*.sql', './other.sql'];
  const report = await apply({ seedPaths });
  expect(report.seeded).toEqual(['supabase/seeds/1.sql', 'supabase/seeds/2.sql']);
  expect(report.warnings.map(({ code }) => code)).toEqual(['seed_missing']);
  await write('seeds/3.sql', 'insert into a values (3);');
  expect((await apply({ seedPaths })).seeded).toEqual([]);
  expect(await database.query(sql`select n from a order by n`)).toEqual([{ n: 1 }, { n: 2 }]);
  expect(
    await database.query(
      sql`select path, length(hash) from supabase_migrations.seed_files order by path`,
    ),
  ).toEqual([
    { path: 'supabase/seeds/1.sql', length: 64 },
    { path: 'supabase/seeds/2.sql', length: 64 },
  ]);
});

test('a seed that comes after the first start, or to a database with a history, does not run', async () => {
  await apply();
  await write('seed.sql', 'create table seeded ();');
  await apply();
  expect(await exists('seeded')).toBe(false);
});

test('a database that the CLI has migrated goes on where it was', async () => {
  await database.run(`
    create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text not null primary key);
    insert into supabase_migrations.schema_migrations values ('1');`);
  await write('migrations/1_a.sql', 'create table a ();');
  await write('migrations/2_b.sql', 'create table b ();');
  await write('seed.sql', 'create table seeded ();');
  expect(await apply()).toMatchObject({ applied: ['supabase/migrations/2_b.sql'], seeded: [] });
  expect(await exists('a')).toBe(false);
});

test('roles come before migrations, and those that exist already do not stop anything', async () => {
  const role = `reader_${database.name}`;
  await write('roles.sql', `create role anon;\ncreate role ${role};`);
  await write('migrations/1_a.sql', `create table a (); grant select on a to ${role};`);
  const { warnings } = await apply();
  expect(warnings.map(({ code }) => code)).toEqual(['role_exists']);
  await database.as().script(`drop owned by ${role}; drop role ${role}`);
});

test('two servers that start at once apply each file once', async () => {
  for (let index = 1; index <= 5; index += 1) {
    await write(`migrations/${index}_t.sql`, `select pg_sleep(0.02); create table t${index} ();`);
  }
  await write('seed.sql', 'create table seeded ();');
  const reports = await Promise.all([apply(), apply(), apply()]);
  expect(reports.flatMap(({ applied }) => applied).length).toBe(5);
  expect(reports.flatMap(({ seeded }) => seeded)).toEqual(['supabase/seed.sql']);
});

test('a server that waits too long for another one says so', async () => {
  await write('migrations/1_a.sql', 'create table a ();');
  await database.as('postgres').transaction(async (transaction) => {
    await transaction.query(sql`select pg_advisory_xact_lock(7081054323)`);
    await expect(apply({ lockWait: '100ms' })).rejects.toMatchObject({ code: 'migrations_locked' });
  });
  expect((await apply()).applied.length).toBe(1);
});
