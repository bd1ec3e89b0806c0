import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChangeBatch, LogPosition } from '../../change-source.ts';
import { comparePositions, endOf, startOf } from '../position.ts';
import { type Kept, Ring } from './ring.ts';

const kept: Kept = { bytes: 1_000, age: 60_000, log: 1_000_000 };

/** A batch of `count` messages. */
const batch = (lsn: number, index = 0, count = 1, isLast = true): ChangeBatch => ({
  from: { lsn: BigInt(lsn), index },
  committedAt: 0,
  entries: Array.from({ length: count }, (_, at) => ({
    kind: 'message',
    prefix: 'n',
    content: `${lsn}.${index + at}`,
  })),
  isLast,
});

async function read(ring: Ring, after: LogPosition, until: LogPosition): Promise<string[]> {
  const found: string[] = [];
  for await (const { entries } of ring.read(after, until) ?? [])
    for (const entry of entries) if (entry.kind === 'message') found.push(entry.content);
  return found;
}

const contents = (batches: readonly ChangeBatch[]): string[] =>
  batches.flatMap(({ entries }) =>
    entries.map((entry) => (entry.kind === 'message' ? entry.content : '')),
  );

test('gives what stands behind a position, from the middle of a batch too', async () => {
  const ring = new Ring(kept, { now: () => 0 }, 5n);
  for (const each of [batch(10, 0, 3, false), batch(10, 3, 2), batch(20)]) ring.append(each, 1);
  const until = { lsn: 20n, index: 0 };
  expect(await read(ring, startOf(5n), until)).toEqual([
    '10.0',
    '10.1',
    '10.2',
    '10.3',
    '10.4',
    '20.0',
  ]);
  expect(await read(ring, { lsn: 10n, index: 1 }, until)).toEqual(['10.2', '10.3', '10.4', '20.0']);
  expect(await read(ring, { lsn: 10n, index: 2 }, { lsn: 10n, index: 4 })).toEqual([
    '10.3',
    '10.4',
  ]);
  expect(await read(ring, until, until)).toEqual([]);
  expect(ring.read(startOf(4n), until)).toBeUndefined();
});

test('waits for what is still to come, up to the end that was asked for', async () => {
  const ring = new Ring(kept, { now: () => 0 }, 0n);
  const reading = read(ring, startOf(0n), startOf(100n));
  ring.append(batch(10), 1);
  ring.append(batch(100), 1);
  ring.reach(100n);
  expect(await reading).toEqual(['10.0']);
  const empty = read(ring, startOf(150n), startOf(200n));
  ring.reach(200n);
  expect(await empty).toEqual([]);
});

test('what was read and is old is forgotten, and Postgres may forget it', () => {
  let now = 0;
  const ring = new Ring(kept, { now: () => now }, 5n);
  ring.append(batch(10), 1);
  ring.reach(15n);
  ring.trim();
  now = 30_000;
  ring.append(batch(20), 1);
  ring.reach(25n);
  ring.trim();
  expect(ring.floor).toEqual(startOf(5n));
  now = 60_001;
  ring.trim();
  expect(ring.floor).toEqual(startOf(15n));
  now = 90_001;
  ring.trim();
  expect(ring.floor).toEqual(startOf(25n));
});

test('what is old but has nothing behind it that was forgotten is still a place to go on from', () => {
  let now = 0;
  const ring = new Ring(kept, { now: () => now }, 5n);
  ring.append(batch(10), 1);
  for (now = 0; now < 300_000; now += 30_000) {
    ring.reach(BigInt(20 + now));
    ring.trim();
  }
  expect(ring.floor.lsn).toBeGreaterThan(100_000n);
  expect(ring.read({ lsn: 10n, index: 0 }, startOf(20n))).toBeDefined();
  expect(ring.read({ lsn: 10n, index: -1 }, startOf(20n))).toBeUndefined();
});

test('log about other tables is not kept beyond its bound', () => {
  const ring = new Ring({ ...kept, log: 100 }, { now: () => 0 }, 0n);
  ring.append(batch(10), 1);
  ring.reach(50n);
  ring.trim();
  expect(ring.floor).toEqual(startOf(0n));
  ring.reach(149n);
  ring.trim();
  expect(ring.floor).toEqual({ lsn: 10n, index: 0 });
  ring.reach(151n);
  ring.trim();
  expect(ring.floor).toEqual(startOf(50n));
});

test('who reads too slowly, or over a break, is told', async () => {
  const ring = new Ring(kept, { now: () => 0 }, 0n);
  ring.append(batch(10), 600);
  ring.append(batch(20), 300);
  const until = { lsn: 20n, index: 0 };
  const slow = ring.read(startOf(0n), until)?.[Symbol.asyncIterator]();
  const late = ring.read(startOf(0n), until)?.[Symbol.asyncIterator]();
  expect(await slow?.next()).toMatchObject({ value: { from: { lsn: 10n } } });
  ring.append(batch(30), 900);
  await expect(slow?.next()).rejects.toThrow('no longer kept');
  await expect(late?.next()).rejects.toThrow('no longer kept');
  const waiting = ring.read({ lsn: 30n, index: 0 }, startOf(99n))?.[Symbol.asyncIterator]().next();
  ring.clear(40n);
  await expect(waiting).rejects.toThrow('no longer kept');
  expect(ring.read(startOf(39n), startOf(40n))).toBeUndefined();
});

test('is a list of all batches that forgets at its beginning', async () => {
  const step = fc.record({
    gap: fc.integer({ min: 1, max: 9 }),
    counts: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
    bytes: fc.integer({ min: 1, max: 400 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 30 }),
      fc.nat(400),
      fc.nat(6),
      async (steps, lsn, index) => {
        const ring = new Ring(kept, { now: () => 0 }, 0n);
        const all: ChangeBatch[] = [];
        let at = 0;
        for (const { gap, counts, bytes } of steps) {
          at += gap;
          let next = 0;
          for (const count of counts) {
            const each = batch(at, next, count);
            all.push(each);
            ring.append(each, bytes);
            next += count;
          }
        }
        const last = all.at(-1);
        const until = last === undefined ? startOf(0n) : endOf(last);
        const after = { lsn: BigInt(lsn), index };
        const isKept = comparePositions(after, ring.floor) >= 0;
        expect(ring.read(after, until) !== undefined).toBe(isKept);
        if (!isKept) return;
        const expected = contents(all).filter((content) => {
          const [lsnOf = '', indexOf = ''] = content.split('.');
          return comparePositions({ lsn: BigInt(lsnOf), index: Number(indexOf) }, after) > 0;
        });
        expect(await read(ring, after, until)).toEqual(expected);
      },
    ),
  );
});
