import { createTestDatabase, silentLogger, type TestDatabase } from '@plinth/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '../database.ts';
import { ident, sql } from '../sql.ts';
import { projectBootstrap } from './migrations.ts';
import { setRolePasswords } from './role-passwords.ts';
import { applySystemMigrations } from './system-migrations.ts';

let scratch: TestDatabase;

beforeAll(async () => {
  scratch = await createTestDatabase();
});

afterAll(() => scratch.close());

test('roles have the attributes of a hosted project', async () => {
  const roles = await scratch.query(sql`
    select rolname, rolsuper, rolinherit, rolcanlogin, rolbypassrls, rolcreaterole
    from pg_roles where rolname in ('anon', 'authenticated', 'service_role', 'authenticator', 'postgres')
    order by rolname`);
  expect(roles).toEqual([
    {
      rolname: 'anon',
      rolsuper: false,
      rolinherit: true,
      rolcanlogin: false,
      rolbypassrls: false,
      rolcreaterole: false,
    },
    {
      rolname: 'authenticated',
      rolsuper: false,
      rolinherit: true,
      rolcanlogin: false,
      rolbypassrls: false,
      rolcreaterole: false,
    },
    {
      rolname: 'authenticator',
      rolsuper: false,
      rolinherit: false,
      rolcanlogin: true,
      rolbypassrls: false,
      rolcreaterole: false,
    },
    {
      rolname: 'postgres',
      rolsuper: false,
      rolinherit: true,
      rolcanlogin: true,
      rolbypassrls: true,
      rolcreaterole: true,
    },
    {
      rolname: 'service_role',
      rolsuper: false,
      rolinherit: true,
      rolcanlogin: false,
      rolbypassrls: true,
      rolcreaterole: false,
    },
  ]);
});

test('what the owner makes in public is reachable through the API roles, rows by policy', async () => {
  await scratch.run(`
    create table notes (id uuid primary key default gen_random_uuid(), owner uuid default auth.uid(), body text);
    alter table notes enable row level security;
    create policy own on notes to authenticated using (owner = auth.uid()) with check (owner = auth.uid());
    create function hello() returns text language sql as 'select ''hello''';`);
  const api = scratch.as('authenticator');
  const as = (sub: string) => ({
    role: 'authenticated',
    settings: [['request.jwt.claims', JSON.stringify({ sub, role: 'authenticated' })]] as const,
  });
  const [one, two] = [
    '11111111-1111-4111-8111-111111111111',
    '22222222-2222-4222-8222-222222222222',
  ];
  const insert = { text: "insert into public.notes (body) values ('mine')" };
  await api.request(as(one), [insert]);
  const count = {
    text: 'select count(*), auth.uid(), auth.role(), public.hello() from public.notes',
  };
  expect((await api.request(as(one), [count]))[0]?.rows).toEqual([
    ['1', one, 'authenticated', 'hello'],
  ]);
  expect((await api.request(as(two), [count]))[0]?.rows).toEqual([
    ['0', two, 'authenticated', 'hello'],
  ]);
  const [anon] = await api.request({ role: 'anon', settings: [] }, [count]);
  expect(anon?.rows).toEqual([['0', null, null, 'hello']]);
  const [service] = await api.request({ role: 'service_role', settings: [] }, [count]);
  expect(service?.rows[0]?.[0]).toBe('1');
});

test('the owner has the power that hosted migrations expect, and not more', async () => {
  await scratch.run(`
    set session_replication_role = replica; reset session_replication_role;
    create extension if not exists pg_trgm;
    select extensions.gen_random_bytes(4), uuid_generate_v4();
    create table auth.probe (id int); alter table auth.probe owner to supabase_auth_admin;
    create policy p on auth.probe using (true); drop table auth.probe;
    create publication mine; alter publication supabase_realtime owner to postgres;
    alter role authenticator set pgrst.db_aggregates_enabled = 'true';
    alter role authenticator reset pgrst.db_aggregates_enabled;
    alter role anon set statement_timeout = '3s';
    create role app; grant app to authenticator; revoke app from authenticator; drop role app;`);
  await expect(scratch.run("copy (select 1) to program 'true'")).rejects.toMatchObject({
    code: '42501',
  });
  await expect(scratch.run('alter role supabase_admin password null')).rejects.toMatchObject({
    code: '42501',
  });
});

test('DDL tells the servers, temporary tables do not', async () => {
  const heard: string[] = [];
  const stop = await scratch.as().listen('pgrst', (payload) => heard.push(payload));
  await scratch.run('create temporary table nobody_cares (id int)');
  await scratch.run(
    'create table somebody_cares (id int); alter table somebody_cares add column b int',
  );
  await scratch.run('drop table somebody_cares');
  await expect.poll(() => heard).toEqual(['reload schema', 'reload schema']);
  stop();
});

test('two servers that set up the same database at once both succeed', async () => {
  const name = `${scratch.name}_twice`;
  await scratch.as().query(sql`create database ${ident(name)}`);
  const connection = { ...scratch.connection(), database: name };
  const servers = [1, 2, 3].map(() => new Database({ connection, logger: silentLogger }));
  const applied = await Promise.all(
    servers.map((server) => applySystemMigrations(server, [projectBootstrap])),
  );
  expect(applied.sort()).toEqual([0, 0, projectBootstrap.migrations.length]);
  await Promise.all(servers.map((server) => server.close()));
  await scratch.as().query(sql`drop database ${ident(name)}`);
});

test('servers that give the roles their passwords at once all succeed', async () => {
  const { password } = scratch.cluster;
  const passwords = { authenticator: password, postgres: password };
  const servers = Array.from({ length: 4 }, () => scratch.as());
  await Promise.all(
    servers.map(async (server) => {
      for (let start = 0; start < 5; start += 1) await setRolePasswords(server, passwords);
    }),
  );
});

test('a step that fails leaves the database as it was', async () => {
  const broken = {
    service: 'broken',
    migrations: [
      { version: '0001', name: 'fine', sql: 'create table plinth.half_made (id int)' },
      { version: '0002', name: 'wrong', sql: 'create tabel nonsense ()' },
    ],
  };
  await expect(applySystemMigrations(scratch.as(), [broken])).rejects.toMatchObject({
    code: '42601',
  });
  const left = await scratch.query(
    sql`select from plinth.system_migrations where service = 'broken'`,
  );
  expect(left).toEqual([]);
  expect(await scratch.query(sql`select to_regclass('plinth.half_made') as found`)).toEqual([
    { found: null },
  ]);
});
