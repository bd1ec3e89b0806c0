import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DataServer, signToken, startDataServer } from '../../test/adapters/data-server.ts';

let database: TestDatabase;
let server: DataServer;
let client: SupabaseClient;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.run(`
    create table items (id int primary key, name text, owner_id int);
    create table owners (id int primary key, name text);
    alter table items add foreign key (owner_id) references owners;
    insert into owners values (1, 'Ada');
    insert into items select g, 'item ' || g, 1 from generate_series(1, 5) g;
    create type pair as (a int, b text);
    create domain "image/png" as bytea;
    create function add(a int, b int default 10) returns int language sql immutable as 'select a + b';
    create function nothing() returns void language sql as 'select 1';
    create function some_items(first int) returns setof items language sql stable as 'select * from items where id >= first';
    create function one_pair() returns pair language sql stable as $$ select 1, 'x' $$;
    create function numbers() returns setof int language sql stable as 'select * from generate_series(1, 3)';
    create function total(variadic v int[]) returns int language sql immutable as 'select sum(x)::int from unnest(v) x';
    create function whole(json) returns json language sql immutable as 'select $1';
    create function over(a int) returns text language sql immutable as $$ select 'int' $$;
    create function over(a int, b int) returns text language sql immutable as $$ select 'two' $$;
    create function amb(a int) returns text language sql immutable as $$ select 'int' $$;
    create function amb(a text) returns text language sql immutable as $$ select 'text' $$;
    create function picture() returns "image/png" language sql immutable as $$ select '\\x89504e47'::bytea $$;
    create function add_item(id int) returns void language sql as $$ insert into items values ($1, 'new') $$;
    create function teapot() returns void language plpgsql as $$ begin
      raise sqlstate 'PGRST' using message = '{"code":"TEA","message":"no coffee"}', detail = '{"status":418,"headers":{"X-Pot":"yes"}}'; end $$;
    create function with_headers() returns text language plpgsql as $$ begin
      perform set_config('response.headers', '[{"X-Custom": "a"}, {"Cache-Control": "max-age=5"}]', true);
      perform set_config('response.status', '202', true); return 'ok'; end $$;
    create function request_setting(name text) returns text language sql stable as $$ select current_setting('request.' || name, true) $$;
    create function time_limit() returns text language sql stable as $$ select current_setting('statement_timeout') $$;
    create function slow() returns text language sql set statement_timeout = '50ms' as $$ select pg_sleep(5)::text $$;
  `);
  server = await startDataServer(database);
  client = server.client();
});

afterAll(async () => {
  await server.close();
  await database.close();
});

describe('results', () => {
  test('a value, a row, a set of values, nothing', async () => {
    expect((await client.rpc('add', { a: 1, b: 2 })).data).toBe(3);
    expect((await client.rpc('one_pair')).data).toEqual({ a: 1, b: 'x' });
    expect((await client.rpc('numbers')).data).toEqual([1, 2, 3]);
    expect(await client.rpc('nothing')).toMatchObject({ status: 204, data: null });
  });

  test('a set of rows can be filtered, ordered, counted and embedded into', async () => {
    const answer = await client
      .rpc('some_items', { first: 2 }, { count: 'exact' })
      .select('name, owners(name)')
      .gt('id', 3)
      .order('id', { ascending: false })
      .limit(1);
    expect(answer).toMatchObject({
      count: 2,
      data: [{ name: 'item 5', owners: { name: 'Ada' } }],
    });
  });

  test('bytes of a media type that the database defines', async () => {
    const answer = await server.fetch('/rpc/picture', { headers: { accept: 'image/png' } });
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47]));
  });
});

describe('arguments', () => {
  test('by name, with defaults, from the URL or the body', async () => {
    expect((await client.rpc('add', { a: 1 })).data).toBe(11);
    expect((await client.rpc('add', { a: 1, b: 2 }, { get: true })).data).toBe(3);
  });

  test('a variadic one takes an array or repeats', async () => {
    expect((await client.rpc('total', { v: [1, 2, 3] })).data).toBe(6);
    expect(await (await server.fetch('/rpc/total?v=1&v=2')).json()).toBe(3);
  });

  test('the whole body for a single nameless one', async () => {
    expect((await client.rpc('whole', { a: [1] })).data).toEqual({ a: [1] });
  });

  test('choose between overloads, and say so where they cannot', async () => {
    expect((await client.rpc('over', { a: 1 })).data).toBe('int');
    expect((await client.rpc('over', { a: 1, b: 2 })).data).toBe('two');
    expect((await client.rpc('amb', { a: 1 })).error).toMatchObject({ code: 'PGRST203' });
    expect((await client.rpc('over', { a: 1, bb: 2 })).error).toMatchObject({
      code: 'PGRST202',
      message: 'Could not find the function public.over(a, bb) in the schema cache',
      hint: 'Perhaps you meant to call the function public.over(a, b)',
    });
  });
});

describe('the transaction', () => {
  test('of GET cannot write', async () => {
    const answer = await server.fetch('/rpc/add_item?id=50');
    expect(answer.status).toBe(405);
    expect(await answer.json()).toMatchObject({ code: '25006' });
  });

  test('knows the request', async () => {
    const get = async (name: string): Promise<string> => {
      const answer = await server.fetch(`/rpc/request_setting?name=${name}`, {
        headers: { 'x-custom': 'yes', cookie: 'a=b; c=d=e' },
      });
      return (await answer.json()) as string;
    };
    expect(await get('method')).toBe('GET');
    expect(await get('path')).toBe('/rpc/request_setting');
    expect(JSON.parse(await get('headers'))).toMatchObject({ 'x-custom': 'yes' });
    expect(JSON.parse(await get('headers'))).not.toHaveProperty('cookie');
    expect(JSON.parse(await get('cookies'))).toEqual({ a: 'b', c: 'd=e' });
    expect(JSON.parse(await get('jwt.claims'))).toEqual({ role: 'anon' });
  });

  test("has the role's own settings", async () => {
    expect((await client.rpc('time_limit')).data).toBe('3s');
    const user = server.client(await signToken({ role: 'authenticated' }));
    expect((await user.rpc('time_limit')).data).toBe('8s');
  });

  test("has the function's own time limit", async () => {
    expect((await client.rpc('slow')).error).toMatchObject({ code: '57014' });
  });
});

describe('what SQL says about the answer', () => {
  test('headers and status', async () => {
    const answer = await server.fetch('/rpc/with_headers', { method: 'POST' });
    expect(answer.status).toBe(202);
    expect(answer.headers.get('x-custom')).toBe('a');
    expect(answer.headers.get('cache-control')).toBe('max-age=5');
  });

  test('a whole response, raised', async () => {
    const answer = await server.fetch('/rpc/teapot', { method: 'POST' });
    expect(answer.status).toBe(418);
    expect(answer.headers.get('x-pot')).toBe('yes');
    expect(await answer.json()).toEqual({
      code: 'TEA',
      message: 'no coffee',
      details: null,
      hint: null,
    });
  });
});

describe('methods', () => {
  test('OPTIONS tells which there are', async () => {
    const allow = async (path: string) =>
      (await server.fetch(path, { method: 'OPTIONS' })).headers.get('allow');
    expect(await allow('/rpc/numbers')).toBe('OPTIONS,GET,HEAD,POST');
    expect(await allow('/rpc/nothing')).toBe('OPTIONS,POST');
    expect(await allow('/items')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE');
  });

  test('others are refused', async () => {
    const answer = await server.fetch('/rpc/numbers', { method: 'DELETE' });
    expect(answer.status).toBe(405);
    expect(await answer.json()).toMatchObject({ code: 'PGRST101' });
  });
});
