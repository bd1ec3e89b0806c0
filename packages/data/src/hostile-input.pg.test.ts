import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DataServer, startDataServer } from '../test/adapters/data-server.ts';

let database: TestDatabase;
let server: DataServer;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.run(`
    create table boxes (id int primary key, label text, data jsonb, parts jsonb[], sizes int[], words tsvector, parent int references boxes);
    create view box_counts as select label, count(*) from boxes group by label;
    create function echo(document jsonb) returns jsonb language sql as $$ select document $$;
    create function echo_text(text) returns text language sql as $$ select $1 $$;
    insert into boxes (id, label) values (1, 'one');
    grant all on boxes, box_counts to anon;
  `);
  server = await startDataServer(database, { aggregates: true, plans: true });
});

afterAll(async () => {
  await server.close();
  await database.close();
});

interface Sent {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

async function send({ path, ...init }: Sent): Promise<{ status: number; code: unknown }> {
  const answer = await server.fetch(path, init);
  const text = await answer.text();
  return { status: answer.status, code: text === '' ? undefined : JSON.parse(text).code };
}

const deep = (open: string, times = 20_000): string => open.repeat(times);
const csv = { 'content-type': 'text/csv' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const upsert = { prefer: 'resolution=merge-duplicates' };

describe('input that nobody means well is refused as a mistake of the caller', () => {
  test.each<[string, Sent, number, string]>([
    ['a NUL in a value', { path: '/boxes?label=eq.%00' }, 400, 'PGRST100'],
    ['a NUL in the path', { path: '/bo%00xes' }, 400, 'PGRST100'],
    ['bytes that are not UTF-8', { path: '/boxes?label=eq.%ff%fe' }, 400, 'PGRST100'],
    ['half a surrogate pair', { path: '/boxes?label=eq.%ed%a0%80' }, 400, 'PGRST100'],
    [
      'a NUL in JSON',
      { path: '/boxes', method: 'POST', body: '{"label":"\\u0000"}' },
      400,
      '22P05',
    ],
    [
      'a body that is not UTF-8',
      {
        path: '/rpc/echo_text',
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: Buffer.from([0xff]),
      },
      400,
      '22021',
    ],
    [
      'a form that is not UTF-8',
      { path: '/boxes', method: 'POST', headers: form, body: 'label=%ff' },
      400,
      'PGRST100',
    ],
    [
      'CSV with an open quote',
      { path: '/boxes', method: 'POST', headers: csv, body: 'id,label\n1,"a' },
      400,
      'PGRST102',
    ],
    ['a cast to nothing', { path: '/boxes?select=id::+' }, 400, 'PGRST100'],
    ['a cast to an unclosed text', { path: '/boxes?select=id::$$' }, 400, '42601'],
    ['embeds without end', { path: `/boxes?select=${deep('a(')}` }, 400, 'PGRST100'],
    ['groups without end', { path: `/boxes?and=${deep('(and', 10_000)}` }, 400, 'PGRST100'],
    [
      'a path into JSON without end',
      { path: `/boxes?select=data${deep('->0', 5_000)}` },
      400,
      'PGRST100',
    ],
    [
      'more columns than a result may have',
      { path: `/boxes?select=${deep('*,', 500)}*` },
      400,
      '54011',
    ],
    [
      'an array of too many dimensions',
      { path: `/boxes?sizes=cs.${deep('{', 9)}1${deep('}', 9)}` },
      400,
      '54000',
    ],
    ['deep JSON in a filter', { path: `/boxes?data=cs.${deep('[')}` }, 400, 'PGRST100'],
    ['deep JSON in a list', { path: `/boxes?data=in.("${deep('[')}")` }, 400, 'PGRST100'],
    ['deep JSON in a group', { path: `/boxes?or=(data.cs.${deep('[')})` }, 400, 'PGRST100'],
    ['deep JSON in an array', { path: `/boxes?data=eq(any).{"${deep('[')}"}` }, 400, 'PGRST100'],
    ['deep JSON in an argument', { path: `/rpc/echo?document=${deep('[')}` }, 400, 'PGRST100'],
    [
      'deep JSON in a form',
      { path: '/rpc/echo', method: 'POST', headers: form, body: `document=${deep('[')}` },
      400,
      'PGRST100',
    ],
    ['a deep body', { path: '/boxes', method: 'POST', body: deep('[') }, 400, 'PGRST102'],
    ['parentheses without end', { path: `/boxes?words=fts.${deep('(')}` }, 400, 'PGRST100'],
    ['negations without end', { path: `/boxes?words=fts.${deep('!')}a` }, 400, 'XX000'],
    ['dashes without end', { path: `/boxes?label=wfts.${deep('-')}a` }, 400, 'XX000'],
    [
      'a regular expression that is too large',
      { path: `/boxes?label=match.${deep('(')}` },
      400,
      '2201B',
    ],
    [
      'the same row twice',
      { path: '/boxes', method: 'POST', headers: upsert, body: '[{"id":2},{"id":2}]' },
      400,
      '21000',
    ],
    [
      'rows for a view of sums',
      { path: '/box_counts', method: 'POST', body: '{"label":"a"}' },
      400,
      '55000',
    ],
    ['names of what every object has', { path: '/boxes?select=__proto__(id)' }, 400, 'PGRST200'],
    ['a table of such a name', { path: '/__proto__' }, 404, 'PGRST205'],
    [
      'a column of such a name',
      { path: '/boxes', method: 'POST', body: '{"__proto__":1}' },
      400,
      'PGRST204',
    ],
    [
      'a time zone that ends the text',
      { path: '/boxes', headers: { prefer: "timezone=';drop table boxes" } },
      400,
      '22023',
    ],
    [
      'a profile that ends the name',
      { path: '/boxes', headers: { 'accept-profile': '";drop table boxes' } },
      406,
      'PGRST106',
    ],
  ])('%s', async (_, sent, status, code) => {
    expect(await send(sent)).toEqual({ status, code });
  });

  test('a range beyond every number is as good as none', async () => {
    const answer = await server.fetch('/boxes?limit=99999999999999999999&offset=0');
    expect(answer.status).toBe(200);
    const behind = await server.fetch('/boxes?offset=99999999999999999999');
    expect(await behind.json()).toEqual([]);
  });
});

/** Texts that would end a name, a literal or a comment, in every place that takes text. */
describe('what would be SQL is a name or a value', () => {
  const evil = `x"y'z\\;--/*$1*/ drop table boxes`;
  const quoted = encodeURIComponent(`"${evil.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`);
  const value = encodeURIComponent(evil);

  test.each([
    `/boxes?select=${quoted}`,
    `/boxes?select=${quoted}:id`,
    `/boxes?select=data->${quoted}`,
    `/boxes?select=${quoted}(id)`,
    `/boxes?select=boxes!${quoted}(id)`,
    `/boxes?select=id::${value}`,
    `/boxes?${quoted}=eq.1`,
    `/boxes?label=eq.${value}`,
    `/boxes?label=in.(${quoted},${quoted})`,
    `/boxes?label=fts(${value}).a`,
    `/boxes?label=like(any).{${quoted}}`,
    `/boxes?data->>${quoted}=eq.${value}`,
    `/boxes?or=(label.eq.${quoted},${quoted}.is.null)`,
    `/boxes?order=${quoted}.desc`,
    `/boxes?order=data->${quoted}`,
    `/boxes?limit=${value}&offset=${value}`,
    `/boxes?${quoted}.limit=1`,
    `/${value}`,
    `/rpc/${value}`,
    `/rpc/echo?${quoted}=1`,
    `/rpc/echo?document=${value}`,
  ])('%s', async (path) => {
    expect((await server.fetch(path)).status).toBeLessThan(500);
  });

  test('nothing was dropped', async () => {
    const { data } = await server.client().from('boxes').select('id');
    expect(data).toEqual([{ id: 1 }]);
  });
});
