import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Anchor, blockSize, type Fetch, planFetch } from './plan-fetch.ts';

/** What a server answers that knows rows by their number: the indexes of the rows of the window. */
function answer(fetch: Fetch, total: number): readonly number[] {
  const after = fetch.after === undefined ? -1 : Number(fetch.after[0]);
  const start = after + 1 + fetch.offset;
  const count = Math.max(0, Math.min(fetch.limit, total - start));
  return Array.from({ length: count }, (_row, index) => start + index);
}

const moves = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    seen: fc.integer({ min: 1, max: 90 }),
  }),
  { minLength: 1, maxLength: 40 },
);

test('whatever the scrolling, the windows asked for cover what is in sight, each row in its place', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), moves, (total, sequence) => {
      const loaded = new Set<number>();
      const anchors = new Map<number, Anchor>();
      let before = 0;
      for (const { at, seen } of sequence) {
        const first = Math.floor(at * (total - 1));
        const last = Math.min(total - 1, first + seen);
        const direction = first >= before ? 'down' : 'up';
        before = first;
        let asked = 0;
        for (;;) {
          const isLoaded = (block: number) => loaded.has(block);
          const fetch = planFetch({ first, last, total, isLoaded, anchors, direction });
          if (fetch === null) break;
          asked += 1;
          expect(asked).toBeLessThan(6);
          expect(fetch.limit).toBeLessThanOrEqual(500);
          expect(fetch.offset).toBeGreaterThanOrEqual(0);
          const rows = answer(fetch, total);
          expect(rows[0]).toBe(fetch.firstBlock * blockSize);
          for (let block = 0; block < fetch.blocks; block += 1)
            loaded.add(fetch.firstBlock + block);
          const end = rows.at(-1);
          if (end !== undefined) anchors.set(end, [String(end)]);
        }
        for (let row = first; row <= last; row += 1)
          expect(loaded.has(Math.floor(row / blockSize))).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

test('reading on costs the same on every page: each window starts where the last one ended', () => {
  const anchors = new Map<number, Anchor>([[199, ['199']]]);
  const fetch = planFetch({
    first: 150,
    last: 210,
    total: 1_000_000,
    isLoaded: (block) => block === 0,
    anchors,
    direction: 'down',
  });
  expect(fetch).toMatchObject({ firstBlock: 1, after: ['199'], offset: 0, limit: 200 });
});

test('upwards from far below two blocks come at once', () => {
  const fetch = planFetch({
    first: 600_010,
    last: 600_050,
    total: 1_000_000,
    isLoaded: () => false,
    anchors: new Map([[199, ['199']]]),
    direction: 'up',
  });
  expect(fetch).toMatchObject({ firstBlock: 2999, blocks: 2, offset: 599_600, limit: 400 });
});

test('an empty table is asked for nothing', () => {
  expect(
    planFetch({
      first: 0,
      last: -1,
      total: 0,
      isLoaded: () => false,
      anchors: new Map(),
      direction: 'down',
    }),
  ).toBeNull();
});
