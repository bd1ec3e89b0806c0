import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSchemas } from './list-schemas.ts';
import { listTables } from './list-tables.ts';
import { listTypes } from './list-types.ts';
import { tableDetails } from './table-details.ts';
import { tableShape } from './table-shape.ts';

let database: TestDatabase;
const owner = () => database.as('postgres');

beforeAll(async () => {
  database = await createTestDatabase();
  await database.run(`
    create schema "My Schema";
    create type "My Schema"."Mood" as enum ('sad', 'it''s ok', 'happy');
    create domain email as text check (value like '%@%');
    create table users (id uuid primary key default gen_random_uuid(), mail email unique);
    create table "My Schema"."Notes; --" (
      id bigint generated always as identity,
      owner uuid not null references users on delete cascade on update set null,
      title varchar(20) default 'it''s',
      mood "My Schema"."Mood",
      moods "My Schema"."Mood"[],
      amount numeric(10,2),
      at timestamptz(3) default now(),
      day date, hour time, span interval,
      body jsonb, raw json, blob bytea, place point, addr inet, flag bool, code "char",
      twice numeric generated always as (amount * 2) stored,
      primary key (id, owner)
    );
    comment on table "My Schema"."Notes; --" is 'What it''s about';
    comment on column "My Schema"."Notes; --".title is 'Shown';
    alter table "My Schema"."Notes; --" enable row level security;
    create policy "own; rows" on "My Schema"."Notes; --" for select to authenticated, anon using (owner = auth.uid());
    create policy everything on "My Schema"."Notes; --" as restrictive with check (true);
    create view noted as select title from "My Schema"."Notes; --";
    create table parts (id int, at date) partition by range (at);
    create table parts_2026 partition of parts for values from ('2026-01-01') to ('2027-01-01');
    create table loose (n int);
    create extension citext with schema extensions;
  `);
});

afterAll(() => database.close());

const idOf = async (schema: string, name: string): Promise<number> => {
  const found = (await listTables(owner(), schema)).find((table) => table.name === name);
  return found?.id ?? 0;
};

test('schemas are listed with what they hold; those of the platform are marked', async () => {
  const schemas = await listSchemas(owner());
  expect(schemas.find(({ name }) => name === 'My Schema')).toEqual({
    name: 'My Schema',
    system: false,
    tableCount: 1,
  });
  expect(schemas.find(({ name }) => name === 'public')).toMatchObject({
    tableCount: 5,
    system: false,
  });
  expect(schemas.find(({ name }) => name === 'auth')?.system).toBe(true);
  expect(schemas.find(({ name }) => name === 'pg_catalog')?.system).toBe(true);
  expect(schemas.filter(({ name }) => name.startsWith('pg_toast'))).toEqual([]);
});

test('tables are listed with their kind and size', async () => {
  const tables = await listTables(owner(), 'public');
  expect(tables.map(({ name, kind }) => [name, kind])).toEqual([
    ['loose', 'table'],
    ['noted', 'view'],
    ['parts', 'partitioned table'],
    ['parts_2026', 'table'],
    ['users', 'table'],
  ]);
  expect(tables.find(({ name }) => name === 'users')?.size).toBeGreaterThan(0);
  expect(tables.find(({ name }) => name === 'users')?.estimatedRows).toBeNull();
  expect(tables.find(({ name }) => name === 'noted')?.estimatedRows).toBeNull();
});

test('details name columns, keys and policies as they were made', async () => {
  const details = await tableDetails(owner(), await idOf('My Schema', 'Notes; --'));
  expect(details).toMatchObject({
    schema: 'My Schema',
    name: 'Notes; --',
    comment: "What it's about",
    rlsEnabled: true,
    policyCount: 2,
    primaryKey: ['id', 'owner'],
    referencedBy: [],
    foreignKeys: [
      {
        columns: ['owner'],
        targetSchema: 'public',
        targetTable: 'users',
        targetColumns: ['id'],
        onDelete: 'cascade',
        onUpdate: 'set null',
      },
    ],
    policies: [
      {
        name: 'everything',
        command: 'all',
        permissive: false,
        roles: ['public'],
        using: null,
        check: 'true',
      },
      {
        name: 'own; rows',
        command: 'select',
        permissive: true,
        roles: ['anon', 'authenticated'],
        using: '(owner = auth.uid())',
        check: null,
      },
    ],
  });
  const columns = Object.fromEntries((details?.columns ?? []).map((each) => [each.name, each]));
  expect(columns.id).toMatchObject({
    identity: 'always',
    type: 'bigint',
    category: 'number',
    unique: false,
  });
  expect(columns.title).toEqual({
    name: 'title',
    type: 'character varying(20)',
    category: 'text',
    enumValues: null,
    nullable: true,
    default: "'it''s'::character varying",
    identity: null,
    generated: false,
    unique: false,
    comment: 'Shown',
  });
  expect(columns.mood).toMatchObject({ category: 'enum', enumValues: ['sad', "it's ok", 'happy'] });
  expect(columns.twice).toMatchObject({ generated: true, default: '(amount * (2)::numeric)' });
  expect(Object.values(columns).map(({ category }) => category)).toEqual([
    'number',
    'uuid',
    'text',
    'enum',
    'array',
    'number',
    'timestamp',
    'date',
    'time',
    'other',
    'json',
    'json',
    'bytes',
    'other',
    'other',
    'boolean',
    'other',
    'number',
  ]);
});

test('domains, unique columns and incoming keys are seen', async () => {
  const details = await tableDetails(owner(), await idOf('public', 'users'));
  expect(details?.columns).toMatchObject([
    { name: 'id', unique: true, nullable: false },
    { name: 'mail', category: 'text', type: 'email', unique: true },
  ]);
  expect(details?.referencedBy).toMatchObject([{ schema: 'My Schema', table: 'Notes; --' }]);
  expect(await tableDetails(owner(), 1)).toBeUndefined();
});

test('types: the usual ones, and those of the database by their qualified names', async () => {
  const types = await listTypes(owner());
  expect(types[0]).toMatchObject({ name: 'text', group: 'common' });
  const own = types.filter(({ name }) => name.includes('.'));
  expect(own).toEqual([
    { name: 'public.email', description: 'Domain', group: 'other' },
    { name: '"My Schema"."Mood"', description: 'Enumeration', group: 'enum' },
    { name: 'extensions.citext', description: 'Type of citext', group: 'other' },
  ]);
  for (const { name } of types) await database.run(`select null::${name}[]`);
});

test('shapes know what names a row and what can be sorted', async () => {
  const identity = async (schema: string, name: string) =>
    (await tableShape(owner(), await idOf(schema, name)))?.identity;
  expect(await identity('My Schema', 'Notes; --')).toBe('primary key');
  expect(await identity('public', 'noted')).toBe('none');
  expect(await identity('public', 'parts')).toBe('tableoid and ctid');
  expect(await identity('public', 'loose')).toBe('ctid');
  const shape = await tableShape(owner(), await idOf('My Schema', 'Notes; --'));
  const unsortable = shape?.columns.filter(({ sortable }) => !sortable).map(({ name }) => name);
  expect(unsortable).toEqual(['raw', 'place']);
  const long = shape?.columns.filter((column) => column.long).map(({ name }) => name);
  expect(long).toEqual(['moods', 'amount', 'body', 'raw', 'blob', 'twice']);
  expect(shape?.columns.find(({ name }) => name === 'mood')?.typeSql).toBe('"My Schema"."Mood"');
});
