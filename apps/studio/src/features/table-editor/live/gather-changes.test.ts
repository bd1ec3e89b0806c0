import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ChangeBatch, ChangeGatherer } from './gather-changes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const batches: ChangeBatch[] = [];
  const gatherer = new ChangeGatherer({
    deliver: (batch) => batches.push(batch),
    pause: 100,
    rest: 1000,
    now: () => Date.now(),
  });
  return { batches, gatherer };
}

test('changes of one moment come together', () => {
  const { batches, gatherer } = setUp();
  gatherer.add({ kind: 'insert', id: 'id:1' });
  gatherer.add({ kind: 'update', id: 'id:2', oldId: 'id:9' });
  gatherer.add({ kind: 'delete', id: 'id:3' });
  gatherer.add({ kind: 'insert', id: 'id:4' });
  vi.advanceTimersByTime(100);
  expect(batches).toEqual([
    {
      inserted: new Set(['id:1', 'id:4']),
      deleted: new Set(['id:3']),
      touched: new Set(['id:1', 'id:2', 'id:9', 'id:3', 'id:4']),
      by: 1,
    },
  ]);
});

test('a row that came and went in one moment is neither', () => {
  const { batches, gatherer } = setUp();
  gatherer.add({ kind: 'insert', id: 'id:1' });
  gatherer.add({ kind: 'delete', id: 'id:1' });
  vi.advanceTimersByTime(100);
  expect(batches[0]).toMatchObject({ inserted: new Set(), by: 0 });
});

test('a flood makes a batch a moment, names so many rows and counts all', () => {
  const { batches, gatherer } = setUp();
  for (let step = 0; step < 30; step += 1) {
    for (let row = 0; row < 100; row += 1)
      gatherer.add({ kind: 'insert', id: `id:${step * 100 + row}` });
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(1000);
  expect(batches.length).toBeLessThan(6);
  expect(batches.reduce((sum, { by }) => sum + by, 0)).toBe(3000);
  for (const { touched } of batches) expect(touched.size).toBeLessThanOrEqual(1000);
});

test('after it is closed nothing comes', () => {
  const { batches, gatherer } = setUp();
  gatherer.add({ kind: 'insert', id: 'id:1' });
  gatherer.close();
  vi.advanceTimersByTime(5000);
  expect(batches).toEqual([]);
});
