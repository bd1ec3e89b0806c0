import { sql } from '@plinth/postgres';
import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestFeed } from '../../../testkit/test-feed.ts';

let database: TestDatabase;
let feed: TestFeed;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.run(`
    create table things (id int primary key, name text, flag boolean, n numeric, code char(4), hidden text);
    revoke all on things from anon;
    grant select (id, name, flag, n, code) on things to anon;
    create table unpublished (id int primary key);
    alter publication supabase_realtime add table things;
  `);
  feed = await TestFeed.start(database);
});
afterAll(async () => {
  await feed?.close();
  await database?.close();
});

const binding = (filter?: string, more = {}) => ({
  event: '*',
  schema: 'public',
  table: 'things',
  ...(filter !== undefined && { filter }),
  ...more,
});

const begins = 'Unable to subscribe to changes with given parameters.';

/** The text that the binding is refused with. */
async function refusal(bound: ReturnType<typeof binding>, role = 'anon'): Promise<string> {
  const { subscription } = feed.begin({ role }, [bound]);
  return subscription.streaming.then(
    () => 'accepted',
    (error: Error) => error.message,
  );
}

const parameters = (filters: string, select = 'nil', table = 'things'): string =>
  `[event: *, schema: public, table: ${table}, filters: [${filters}], select: ${select}]`;

const exception = (filters: string, text: string, select?: string): string =>
  `${begins} An exception happened so please check your connect parameters: ${parameters(filters, select)}. Exception: ${text}`;

test.each([
  ['name=foo.1', 'Error parsing `filter` params: ["foo", "1"]'],
  ['undefined', 'Error parsing `filter` params: ["undefined"]'],
  ['name=eq', 'Error parsing `filter` params: ["eq"]'],
  [
    'name=eq.1,',
    'Error parsing `filter` params: filter must not contain empty segments (check for extra commas)',
  ],
  ['id=in.1,2', 'Error parsing `filter` params: `in` filter value must be wrapped by parentheses'],
  [
    'nowhere=eq.1',
    exception(
      '{"nowhere", "eq", "1", false}',
      'ERROR P0001 (raise_exception) invalid column for filter nowhere',
    ),
  ],
  [
    'hidden=eq.1',
    exception(
      '{"hidden", "eq", "1", false}',
      'ERROR P0001 (raise_exception) invalid column for filter hidden',
    ),
  ],
  [
    'id=eq.hey',
    exception(
      '{"id", "eq", "hey", false}',
      'ERROR 22P02 (invalid_text_representation) invalid input syntax for type integer: "hey"',
    ),
  ],
  [
    'id=not.in.(1,x)',
    exception(
      '{"id", "in", "{1,x}", true}',
      'ERROR 22P02 (invalid_text_representation) invalid input syntax for type integer: "x"',
    ),
  ],
  [
    'id=eq.99999999999',
    exception(
      '{"id", "eq", "99999999999", false}',
      'ERROR 22003 (numeric_value_out_of_range) value "99999999999" is out of range for type integer',
    ),
  ],
  [
    'flag=is.maybe',
    exception(
      '{"flag", "is", "maybe", false}',
      'ERROR P0001 (raise_exception) invalid value for is filter: must be null, true, false, or unknown',
    ),
  ],
  [
    'id=is.true',
    exception(
      '{"id", "is", "true", false}',
      'ERROR P0001 (raise_exception) is true filter requires a boolean column, got integer',
    ),
  ],
  [
    'id=like.1%',
    exception(
      '{"id", "like", "1%", false}',
      'ERROR P0001 (raise_exception) operator like requires a text-compatible column type, got integer',
    ),
  ],
  [
    'id=match.1',
    exception(
      '{"id", "match", "1", false}',
      'ERROR P0001 (raise_exception) operator match requires a text-compatible column type, got integer',
    ),
  ],
  [
    'name=match.(',
    exception(
      '{"name", "match", "(", false}',
      'ERROR P0001 (raise_exception) invalid regular expression for match filter: invalid regular expression: parentheses () not balanced',
    ),
  ],
  [
    `id=in.(${Array.from({ length: 101 }, (_, at) => at).join(',')})`,
    'too many values for `in` filter. Maximum 100',
  ],
])('%s is refused in the words of upstream', async (filter, text) => {
  expect(await refusal(binding(filter))).toContain(text);
});

test('tables that are not published, columns and roles that are not there are refused', async () => {
  expect(await refusal({ ...binding(), table: 'unpublished' })).toBe(
    `${begins} Please check Realtime is enabled for the given connect parameters: ${parameters('', 'nil', 'unpublished')}`,
  );
  expect(await refusal(binding(undefined, { select: ['id', 'hidden'] }))).toBe(
    exception(
      '',
      'ERROR P0001 (raise_exception) invalid column for select hidden',
      '["id", "hidden"]',
    ),
  );
  expect(
    await refusal({ event: '*', schema: '*', table: 'things', select: ['id'] } as never),
  ).toContain('Column selection is not supported for wildcard subscriptions');
  expect(await refusal(binding(), 'nobody')).toBe(
    exception('', 'ERROR 42704 (undefined_object) role "nobody" does not exist'),
  );
});

test('what was just published can be subscribed to', async () => {
  await database.run(
    'create table fresh (id int primary key); alter publication supabase_realtime add table fresh',
  );
  expect(await refusal({ ...binding(), table: 'fresh' })).toBe('accepted');
});

test('values are read as the type of their column, char as a whole', async () => {
  const all = await feed.subscribe({ role: 'anon' }, [
    binding('code=eq.abc'),
    binding('n=eq.1.500'),
    binding('name=eq."a,b"'),
    binding('name=in.("a,b",c)'),
    binding('id=eq.+7'),
  ]);
  await database.run(`insert into things values (7, 'a,b', true, 1.5, 'abc')`);
  await feed.settled();
  expect(all.events[0]?.ids).toEqual([...all.subscription.ids].sort((a, b) => a - b));
  expect(new Set(all.subscription.ids).size).toBe(5);
});

test('hostile filters are bounded and hurt nobody else', async () => {
  const long = await refusal(binding(`name=eq.${'x'.repeat(3_000_000)}`));
  expect(long).toBe('Error parsing `filter` params: filter is too long');
  const many = Array.from({ length: 1_001 }, () => binding());
  await expect(feed.begin({ role: 'anon' }, many).subscription.streaming).rejects.toThrow(
    'Too many bindings',
  );
  const thousand = Array.from({ length: 1_000 }, (_, at) => binding(`id=eq.${at + 10_000}`));
  const patient = await feed.subscribe({ role: 'anon' }, thousand);
  const good = await feed.subscribe({ role: 'anon' }, [binding('name=match.^a')]);
  await database.query(sql`insert into things (id, name) values (10000, ${'a'.repeat(5_000)})`);
  await feed.settled();
  expect(good.events).toHaveLength(1);
  expect(patient.events[0]?.ids).toEqual([patient.subscription.ids[0]]);
});

test('a deleted row is judged by what the log kept of it', async () => {
  const byKey = await feed.subscribe({ role: 'anon' }, [binding('id=eq.500')]);
  const byName = await feed.subscribe({ role: 'anon' }, [binding('name=eq.x')]);
  await database.run(`insert into things values (500, 'x'); delete from things where id = 500`);
  await feed.settled();
  expect(byKey.events.map(({ data }) => data.type)).toEqual(['INSERT', 'DELETE']);
  expect(byKey.events[1]?.data.old_record).toEqual({ id: 500 });
  expect(byName.events.map(({ data }) => data.type)).toEqual(['INSERT']);
});

test('a pattern that could take for ever is refused, and one that merely looks so is not', async () => {
  for (const operator of ['match', 'imatch', 'not.match']) {
    expect(await refusal(binding(`name=${operator}.^(.+)(.+)\\1\\2$`))).toContain(
      'back references are not supported',
    );
  }
  expect(await refusal(binding('name=match.a\\\\1\\d'))).toBe('accepted');
});
