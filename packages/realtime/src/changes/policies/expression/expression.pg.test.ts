import { raw, sql } from '@plinth/postgres';
import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTable } from '../../catalog/read-table.ts';
import type { TableCatalog } from '../../catalog/table-catalog.ts';
import { RowImage } from '../../row-image.ts';
import { compileCondition } from '../in-process/compile-policy.ts';
import { evaluate, readClaims, Unsuitable } from '../in-process/condition.ts';
import { rewriteForSet } from '../in-sql/rewrite-for-set.ts';
import { parseExpression } from './parse-expression.ts';
import { NotUnderstood } from './tokens.ts';

let database: TestDatabase;
let oid: number;

const user = '11111111-1111-4111-8111-111111111111';

beforeAll(async () => {
  database = await createTestDatabase();
  await database.run(`
    create type mood as enum ('sad', 'it''s');
    create table t (id int primary key, owner uuid, name text, "Odd ""x" varchar, yes boolean, n int, big bigint, m numeric, mood mood);
    alter table t enable row level security;
  `);
  const [row] = await database.query<{ oid: string }>(sql`select 't'::regclass::oid::int8 as oid`);
  oid = Number(row?.oid);
});
afterAll(() => database?.close());

/** Conditions in SQL as people write them. */
const leaf = fc.constantFrom(
  'owner = auth.uid()',
  '(select auth.uid()) = owner',
  'auth.uid() is not null',
  'owner is null',
  'yes',
  'yes is not true',
  'yes = false',
  'null::boolean',
  'true',
  'n = 3',
  'n <> 3',
  'n <= -1',
  '3 > n',
  'big >= 5000000000',
  'n in (1, 2, 3)',
  'm > 1.5',
  'm = 2',
  `name = 'it''s'`,
  `name = E'a\\\\b'`,
  `"Odd ""x" = 'a'`,
  `name = "Odd ""x"`,
  `mood = 'it''s'`,
  `mood <> 'sad'`,
  `name = (auth.jwt() ->> 'org')`,
  `(auth.jwt() -> 'meta' ->> 'org') = name`,
  `(auth.jwt() ->> 'n')::int = n`,
  `(auth.jwt() ->> 'n')::bigint < big`,
  `(auth.jwt() ->> 'yes')::boolean`,
  `owner = (auth.jwt() ->> 'sub')::uuid`,
  `owner::text = auth.uid()::text`,
  `auth.role() = 'authenticated'`,
  `auth.email() = name`,
);

const condition: fc.Arbitrary<string> = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `(${a}) and (${b})`),
    fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `(${a}) or (${b})`),
    tie('tree').map((a) => `not (${a})`),
  ),
})).tree;

const claims = fc.record(
  {
    role: fc.constantFrom('authenticated', 'anon'),
    sub: fc.constantFrom(user, user.toUpperCase(), null, 'nobody'),
    org: fc.constantFrom("it's", 'a', 'a\\b', 5, true, null),
    meta: fc.constantFrom({ org: 'a' }, 'text', ['a'], null, { org: { deep: 1 } }),
    n: fc.constantFrom(3, '3', '-1', '03', 'x', 5_000_000_000),
    yes: fc.constantFrom(true, 'false', 'on', null),
    email: fc.constantFrom('a', null),
  },
  { requiredKeys: ['role'] },
);

const row = fc.record({
  id: fc.constant('1'),
  owner: fc.constantFrom(user, '22222222-2222-4222-8222-222222222222', null),
  name: fc.constantFrom("it's", 'a', 'a\\b', null),
  'Odd "x': fc.constantFrom('a', null),
  yes: fc.constantFrom('t', 'f', null),
  n: fc.constantFrom('3', '-1', '1', null),
  big: fc.constantFrom('5000000000', '4', null),
  m: fc.constantFrom('1.50', '2.0', '2', 'NaN', null),
  mood: fc.constantFrom('sad', "it's", null),
});

/** The policy as the catalog has it. */
async function stored(text: string): Promise<TableCatalog> {
  const run = async (): Promise<TableCatalog | undefined> => {
    await database.run(
      `drop policy if exists p on t; create policy p on t for select using (${text})`,
    );
    return readTable(database.as(), oid);
  };
  const table = await run();
  if (table === undefined) throw new Error('the table is gone');
  return table;
}

test('what is understood is evaluated as Postgres does', { timeout: 120_000 }, async () => {
  let understood = 0;
  await fc.assert(
    fc.asyncProperty(
      condition,
      fc.array(fc.tuple(claims, row), { minLength: 5, maxLength: 5 }),
      async (text, cases) => {
        const table = await stored(text);
        const compiled = compileCondition(parseExpression(table.policies[0]?.using ?? ''), table);
        const names = table.columns.map(({ name }) => name);
        const logged = {
          oid,
          schema: 'public',
          name: 't',
          identity: 'full' as const,
          columns: names.map((name) => ({ name, typeOid: 0, typeModifier: -1, isIdentity: true })),
        };
        for (const [who, values] of cases) {
          try {
            readClaims(compiled, who);
          } catch (error) {
            // Those are asked about one by one, in Postgres.
            expect(error).toBeInstanceOf(Unsuitable);
            continue;
          }
          understood += 1;
          const byName: Readonly<Record<string, string | null>> = values;
          const image = new RowImage(
            logged,
            names.map((name) => byName[name] ?? null),
          );
          const [expected] = await database.as().transaction(async (transaction) => {
            await transaction.query(
              sql`select set_config('request.jwt.claims', ${JSON.stringify(who)}, true)`,
            );
            return transaction.query<{ truth: boolean | null }>(
              sql`select (${raw(text)}) as truth from json_populate_record(null::t, ${JSON.stringify(values)}) as t`,
            );
          });
          expect(evaluate(compiled, image, who), JSON.stringify({ text, who, values })).toBe(
            expected?.truth,
          );
        }
      },
    ),
    { numRuns: 100 },
  );
  expect(understood).toBeGreaterThan(100);
});

test('whatever comes is understood or refused, in time', () => {
  const piece = fc.constantFrom(
    '(',
    ')',
    "'",
    '"',
    'a',
    'AND',
    'NOT',
    '::',
    'text',
    '=',
    '5',
    ' ',
    '.',
    'ARRAY[',
    ']',
    'E',
    '\\',
    'ANY',
    'SELECT ',
    'IS NULL',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(' ')),
      ),
      (text) => {
        try {
          parseExpression(text);
        } catch (error) {
          expect(error).toBeInstanceOf(NotUnderstood);
        }
      },
    ),
    { numRuns: 2_000 },
  );
  expect(() => parseExpression('('.repeat(50_000))).toThrow(NotUnderstood);
  expect(() => parseExpression(`${'('.repeat(9_000)}true${')'.repeat(9_000)}`)).toThrow(
    NotUnderstood,
  );
});

test.each([
  'a = b = c',
  'lower(name) = name',
  'name || name = name',
  'CASE WHEN true THEN true END',
  '\'a\'::text COLLATE "C" = name',
  'EXISTS ( SELECT 1 FROM members)',
  "name = ANY ('{a,b}'::text[])",
  'a AND b OR c',
])('%s is not guessed', (text) => {
  expect(() => parseExpression(text)).toThrow(NotUnderstood);
});

test('text in quotes is no call', () => {
  const rewritten = rewriteForSet("((name = 'auth.uid()'::text) OR (owner = auth.uid()))");
  expect(rewritten?.text).toBe(
    '((name = \'auth.uid()\'::text) OR (owner = "plinth who"."plinth:sub"))',
  );
  expect(rewritten?.readsClaims).toBe(false);
  expect(rewriteForSet("current_setting('other'::text)")).toBeUndefined();
  expect(rewriteForSet("current_setting('request.jwt.claims'::text, true)")?.readsClaims).toBe(
    true,
  );
});
