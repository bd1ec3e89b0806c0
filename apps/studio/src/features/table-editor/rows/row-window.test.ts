import type { RowsPage, RowsQuery } from '@plinth/console/api';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RowWindow } from './row-window.ts';

type Window = Pick<RowsQuery, 'after' | 'offset' | 'limit'>;

/** A table whose rows are numbered; it answers as the console does. */
function tableOf(state: { rows: number; estimate: number | null }) {
  const page = ({ after, offset, limit }: Window): RowsPage => {
    const start = (after === undefined ? 0 : Number(after[0]) + 1) + offset;
    const count = Math.max(0, Math.min(limit, state.rows - start));
    const ids = Array.from({ length: count }, (_row, index) => String(start + index));
    const isFirst = after === undefined && offset === 0;
    const exact = state.estimate === null || count < limit;
    const value = exact ? state.rows : (state.estimate ?? 0);
    return {
      columns: ['id'],
      rows: ids.map((id) => [id]),
      truncated: [],
      anchors: ids.map((id) => [id]),
      keys: ids.map((id) => ({ id })),
      total: isFirst ? { value, exact } : null,
      milliseconds: 1,
    };
  };
  const query = vi.fn(async (window: Window, signal: AbortSignal) => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    if (signal.aborted) throw new DOMException('aborted', 'AbortError');
    return page(window);
  });
  return { query, window: new RowWindow({ query, count: async () => state.rows }) };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTimeAsync(500);
const idAt = (window: RowWindow, index: number) => window.rowAt(index)?.values[0];

test('what is looked at is loaded, and one block ahead of it', async () => {
  const { window, query } = tableOf({ rows: 10_000, estimate: 10_000 });
  window.look(0, 30);
  await settle();
  expect(idAt(window, 30)).toBe('30');
  expect(idAt(window, 399)).toBe('399');
  expect(query).toHaveBeenCalledTimes(2);
  expect(window.state().total).toEqual({ value: 10_000, exact: false });
});

test('reading on goes from row to row, never from the start', async () => {
  const { window, query } = tableOf({ rows: 10_000, estimate: 10_000 });
  for (let first = 0; first < 2000; first += 25) {
    window.look(first, first + 30);
    await settle();
  }
  for (const [call] of query.mock.calls.slice(1)) expect(call).toMatchObject({ offset: 0 });
});

test('dragging the scroll bar asks only for where it comes to rest', async () => {
  const { window, query } = tableOf({ rows: 1_000_000, estimate: 1_000_000 });
  window.look(0, 30);
  await settle();
  query.mockClear();
  for (let first = 10_000; first < 900_000; first += 30_000) {
    window.look(first, first + 30);
    await vi.advanceTimersByTimeAsync(16);
  }
  window.look(900_000, 900_030);
  await settle();
  expect(idAt(window, 900_015)).toBe('900015');
  expect(query.mock.calls.length).toBeLessThan(4);
});

test('an estimate too low grows as far as there are rows', async () => {
  const { window } = tableOf({ rows: 1000, estimate: 210 });
  for (let first = 0; first < 1000; first += 100) {
    window.look(first, Math.min(first + 120, (window.state().total?.value ?? 1) - 1));
    await settle();
  }
  expect(window.state().total).toEqual({ value: 1000, exact: true });
  expect(idAt(window, 999)).toBe('999');
});

test('an estimate too high ends where the rows end', async () => {
  const { window } = tableOf({ rows: 1000, estimate: 5000 });
  window.look(0, 30);
  await settle();
  window.look(4960, 4999);
  await settle();
  expect(window.state().total).toEqual({ value: 1000, exact: true });
});

test('loading again keeps what is shown until the new has come', async () => {
  const state = { rows: 300, estimate: null };
  const { window } = tableOf(state);
  window.look(0, 30);
  await settle();
  state.rows = 301;
  window.grow(1);
  expect(idAt(window, 5)).toBe('5');
  await settle();
  expect(window.state().total).toEqual({ value: 301, exact: true });
});

test('a saved row takes the place of the old one', async () => {
  const { window } = tableOf({ rows: 10, estimate: null });
  window.look(0, 9);
  await settle();
  const before = window.rowAt(4);
  window.replace('id:4', { row: ['40'], truncated: [], key: { id: '40' }, anchor: ['40'] });
  expect(idAt(window, 4)).toBe('40');
  expect(window.rowAt(4)).not.toBe(before);
  expect(window.find('id:40')?.values).toEqual(['40']);
});

test('a failure is told, and trying again heals it', async () => {
  const { window, query } = tableOf({ rows: 10, estimate: null });
  query.mockRejectedValueOnce(new Error('no'));
  window.look(0, 9);
  await settle();
  expect(window.state().error).toEqual(new Error('no'));
  window.refresh();
  await settle();
  expect(window.state().error).toBeNull();
  expect(idAt(window, 9)).toBe('9');
});

test('the exact number is counted on demand', async () => {
  const { window } = tableOf({ rows: 12_345, estimate: 12_000 });
  window.look(0, 9);
  await settle();
  await window.count();
  expect(window.state().total).toEqual({ value: 12_345, exact: true });
});
