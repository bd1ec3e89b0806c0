import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@plinth/kernel';
import { sql } from '@plinth/postgres';
import { createTestDatabase, silentLogger, type TestDatabase } from '@plinth/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { diskProjectFiles } from '../files/disk-project-files.ts';
import { applyProjectMigrations } from './apply-project-migrations.ts';
import { changeSchema, type SchemaChangeInput } from './change-schema.ts';

let database: TestDatabase;
let folder: string;
const clock: Clock = { now: () => Date.UTC(2026, 10, 20, 12, 30, 15) };

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'plinth-schema-'));
});

afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const change = (input: SchemaChangeInput, files = diskProjectFiles(folder)) =>
  changeSchema({ owner: database.as('postgres'), files, clock }, input);

const applyTo = (target: TestDatabase) =>
  applyProjectMigrations({
    owner: target.as('postgres'),
    files: diskProjectFiles(folder),
    logger: silentLogger,
  });

test('a change is made, recorded and written to a file that replays elsewhere', async () => {
  const text =
    'create table "Odd Name" (id int);\n\n-- why\nalter table "Odd Name" enable row level security;';
  const result = await change({ name: 'Create table “Odd Name”!', sql: text });
  expect(result).toEqual({
    sql: text,
    version: '20261120123015',
    migration: 'supabase/migrations/20261120123015_create_table_odd_name.sql',
  });
  expect(await readFile(join(folder, result.migration ?? ''), 'utf8')).toBe(`${text}\n`);
  expect(await database.query(sql`select * from supabase_migrations.schema_migrations`)).toEqual([
    {
      version: '20261120123015',
      name: 'create_table_odd_name',
      statements: [
        'create table "Odd Name" (id int)',
        '-- why\nalter table "Odd Name" enable row level security',
      ],
    },
  ]);
  expect((await applyTo(database)).applied).toEqual([]);
  const other = await createTestDatabase();
  expect((await applyTo(other)).applied).toEqual([result.migration]);
  await other.close();
});

test('a change that fails leaves no table, no row and no file', async () => {
  await expect(
    change({ name: 'broken', sql: 'create table a (); create table a ();' }),
  ).rejects.toMatchObject({ code: '42P07' });
  expect(await readdir(folder)).toEqual([]);
  expect(
    await database.query(
      sql`select to_regclass('a') as a, to_regclass('supabase_migrations.schema_migrations') as h`,
    ),
  ).toEqual([{ a: null, h: null }]);
});

test('changes at the same moment each get a version of their own', async () => {
  const results = await Promise.all(
    [1, 2, 3, 4].map((index) => change({ name: `t${index}`, sql: `create table t${index} ()` })),
  );
  expect(results.map(({ version }) => version).sort()).toEqual([
    '20261120123015',
    '20261120123016',
    '20261120123017',
    '20261120123018',
  ]);
  expect((await readdir(join(folder, 'supabase/migrations'))).length).toBe(4);
});

test('without a folder to write to the history alone tells of the change', async () => {
  const target = { owner: database.as('postgres'), files: null, clock };
  expect(await changeSchema(target, { name: 'a', sql: 'create table a ()' })).toMatchObject({
    migration: null,
  });
  expect(
    await database.query(sql`select version from supabase_migrations.schema_migrations`),
  ).toEqual([{ version: '20261120123015' }]);
});

test.skipIf(process.getuid?.() === 0)(
  'a folder that is read only is no reason to fail',
  async () => {
    await chmod(folder, 0o500);
    expect(await change({ name: 'a', sql: 'create table a ()' })).toMatchObject({
      migration: null,
    });
    await chmod(folder, 0o700);
  },
);
