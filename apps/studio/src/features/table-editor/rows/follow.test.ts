import type { RowsPage, RowsQuery } from '@plinth/console/api';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Followed, RowWindow } from './row-window.ts';

type Window = Pick<RowsQuery, 'after' | 'offset' | 'limit'>;

/** A table of numbered rows in the order of their ids, as the console answers for it. */
function tableOf(count: number) {
  const rows = new Map(Array.from({ length: count }, (_row, id) => [id * 10, `v${id}`]));
  const page = ({ after, offset, limit }: Window): RowsPage => {
    const sorted = [...rows].sort(([a], [b]) => a - b);
    const from = after === undefined ? sorted : sorted.filter(([id]) => id > Number(after[0]));
    const shown = from.slice(offset, offset + limit);
    const ids = shown.map(([id]) => String(id));
    return {
      columns: ['id', 'value'],
      rows: shown.map(([id, value]) => [String(id), value]),
      truncated: [],
      anchors: ids.map((id) => [id]),
      keys: ids.map((id) => ({ id })),
      total: after === undefined && offset === 0 ? { value: rows.size, exact: true } : null,
      milliseconds: 1,
    };
  };
  const query = vi.fn(async (window: Window, signal: AbortSignal) => {
    const answer = page(window);
    await new Promise((resolve) => setTimeout(resolve, 10));
    if (signal.aborted) throw new DOMException('aborted', 'AbortError');
    return answer;
  });
  const window = new RowWindow({ query, count: async () => rows.size });
  const freshAt = (index: number) => window.rowAt(index)?.fresh;
  return { rows, query, window, freshAt };
}

const followed = (change: Partial<Record<'inserted' | 'deleted', number[]>>): Followed => {
  const ids = (list: number[] = []): Set<string> => new Set(list.map((id) => `id:${id}`));
  const by = (change.inserted?.length ?? 0) - (change.deleted?.length ?? 0);
  return { inserted: ids(change.inserted), deleted: ids(change.deleted), by };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settle = () => vi.advanceTimersByTimeAsync(500);

test('cells that others have changed are marked for a moment; the other rows stay the same objects', async () => {
  const { rows, window, freshAt } = tableOf(50);
  window.look(0, 20);
  await settle();
  const untouched = window.rowAt(5);
  rows.set(30, 'theirs');
  window.follow(followed({}));
  await settle();
  expect(window.rowAt(3)?.values).toEqual(['30', 'theirs']);
  expect(freshAt(3)).toEqual(new Set([1]));
  expect(window.rowAt(5)).toBe(untouched);
  await vi.advanceTimersByTimeAsync(3000);
  expect(freshAt(3)).toBeUndefined();
});

test('a new row is marked whole, and those in sight say by how much they moved', async () => {
  const { rows, window, freshAt } = tableOf(150);
  window.look(10, 30);
  await settle();
  rows.set(5, 'new');
  window.follow(followed({ inserted: [5] }));
  await settle();
  expect(window.rowAt(1)?.values).toEqual(['5', 'new']);
  expect(freshAt(1)).toBe('all');
  expect(window.state()).toMatchObject({ moved: { times: 1, by: 1 }, total: { value: 151 } });
});

test('a row that was deleted is seen to go', async () => {
  const { rows, window, freshAt } = tableOf(50);
  window.look(0, 20);
  await settle();
  rows.delete(20);
  window.follow(followed({ deleted: [20] }));
  expect(freshAt(2)).toBe('gone');
  await vi.advanceTimersByTimeAsync(2000);
  expect(window.rowAt(2)?.keyId).toBe('id:30');
  expect(window.state().total).toEqual({ value: 49, exact: true });
});

test('while something is edited the rows stay as they are', async () => {
  const { rows, query, window } = tableOf(50);
  window.look(0, 20);
  await settle();
  query.mockClear();
  const release = window.hold();
  rows.set(30, 'theirs');
  window.follow(followed({}));
  await settle();
  expect(query).not.toHaveBeenCalled();
  release();
  await settle();
  expect(window.rowAt(3)?.values[1]).toBe('theirs');
});

test('an answer that was on its way when something changed is asked for again', async () => {
  const { rows, window } = tableOf(50);
  window.look(0, 20);
  rows.set(30, 'first');
  await settle();
  window.refresh();
  rows.set(30, 'second');
  window.follow(followed({}));
  await settle();
  expect(window.rowAt(3)?.values[1]).toBe('second');
});

test('whatever is inserted above, reading on shows every row once', async () => {
  const { rows, window } = tableOf(900);
  window.look(0, 30);
  await settle();
  window.look(390, 430);
  await settle();
  const inserted = [11, 22, 33, 2005, 2015];
  for (const id of inserted) rows.set(id, 'new');
  window.follow(followed({ inserted }));
  await settle();
  for (let first = 0; first < 880; first += 20) {
    window.look(first, first + 30);
    await settle();
  }
  window.look(0, 30);
  await settle();
  for (let first = 0; first < 880; first += 20) {
    window.look(first, first + 30);
    await settle();
  }
  const seen = Array.from({ length: 900 }, (_row, index) => window.rowAt(index)?.keyId);
  expect(seen).toEqual(
    [...rows.keys()]
      .sort((a, b) => a - b)
      .slice(0, 900)
      .map((id) => `id:${id}`),
  );
});

test('an empty table is looked at again when somebody fills it', async () => {
  const { rows, window } = tableOf(0);
  window.look(0, 20);
  await settle();
  expect(window.state().total).toEqual({ value: 0, exact: true });
  rows.set(1, 'first');
  window.follow(followed({}));
  await settle();
  expect(window.rowAt(0)?.values).toEqual(['1', 'first']);
});
