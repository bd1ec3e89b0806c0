import { expect, test } from 'vitest';
import { batchBudget, companies, judge } from './fair-share.ts';
import type { SqlFilter } from './filter.ts';
import { parseFilter } from './parse-filter.ts';

/** A filter, and how long it takes, in milliseconds. */
function filter(): SqlFilter {
  const [source] = parseFilter('name=like.x%');
  if (source === undefined) throw new Error('no filter');
  const sql = { kind: 'sql', column: 'name', before: '', behind: '', value: 'x' } as const;
  return { ...sql, source, broken: undefined, suspicion: 0 };
}

/** Batch after batch; how long each takes. A statement costs a round trip beside its filters. */
function run(costs: ReadonlyMap<SqlFilter, number>, batches: number, roundTrip = 1): number[] {
  return Array.from({ length: batches }, () => {
    const usable = [...costs.keys()].filter(({ broken }) => broken === undefined);
    const statements = companies(usable).map((filters) => ({
      filters,
      took: filters.reduce((sum, each) => sum + (costs.get(each) ?? 0), roundTrip),
    }));
    judge(statements);
    return statements.reduce((sum, { took }) => sum + took, 0);
  });
}

const many = (count: number, cost: number): [SqlFilter, number][] =>
  Array.from({ length: count }, () => [filter(), cost]);

test('of many filters of which each is a little slow most are given up; the quick ones among them are not', () => {
  const quick = many(200, 0.05);
  const slow = many(300, 6);
  const mixed = slow.flatMap((pair, at) =>
    at < quick.length ? [pair, quick[at] ?? pair] : [pair],
  );
  const times = run(new Map(mixed), 30);
  expect(times[0]).toBeGreaterThan(1_500);
  expect(times.at(-1)).toBeLessThan(1.5 * batchBudget);
  expect(quick.filter(([{ broken }]) => broken !== undefined)).toEqual([]);
  expect(slow.filter(([{ broken }]) => broken !== undefined).length).toBeGreaterThan(200);
});

test('where all together are quick enough, nobody is suspected, however slow one is', () => {
  const filters = [...many(1, 300), ...many(100, 0.05)];
  const times = run(new Map(filters), 50);
  expect(times.at(-1)).toBeLessThan(batchBudget);
  expect(filters.filter(([{ broken }]) => broken !== undefined)).toEqual([]);
});

test('a slow spell of the whole machine costs nobody the filter', () => {
  const filters = new Map(many(400, 0.05));
  run(filters, 20, 60);
  run(filters, 20);
  expect(
    [...filters.keys()].every(({ broken, suspicion }) => broken === undefined && suspicion === 0),
  ).toBe(true);
});
