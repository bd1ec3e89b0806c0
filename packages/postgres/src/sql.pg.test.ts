import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arrayLiteral, ident, join, quoteLiteral, raw, sql } from './sql.ts';

let database: TestDatabase;
const anyText = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''));

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

test('pieces nest and number their parameters in order', () => {
  const where = join([sql`a = ${1}`, sql`b = ${'x'}`], ' and ');
  expect(sql`select * from ${ident('my', 'ta"ble')} where ${where} limit ${5}`.render()).toEqual({
    text: 'select * from "my"."ta""ble" where a = $1 and b = $2 limit $3',
    values: ['1', 'x', '5'],
  });
});

test('no text gets out of its literal, array or identifier', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, fc.array(anyText, { maxLength: 4 }), async (text, items) => {
      const name = Buffer.from(text).subarray(0, 60).toString('utf8').replaceAll('�', '') || 'x';
      const [row] = await database.query<{ literal: string; items: string[]; named: unknown }>(
        sql`select ${raw(quoteLiteral(text))} as literal, ${arrayLiteral(items)}::text[] as items,
            (select to_json(t.*) from (select 1 as ${ident(name)}) t) as named`,
      );
      expect(row?.literal).toBe(text);
      expect(row?.items).toEqual(items);
      expect(Object.keys(row?.named as object)).toEqual([name]);
    }),
    { numRuns: 60 },
  );
});

test('a NUL byte, which Postgres cannot hold, is refused before it is sent', () => {
  expect(() => ident('a\0b')).toThrow(RangeError);
  expect(() => quoteLiteral('a\0b')).toThrow(RangeError);
});
