import type { RowsPage } from '@plinth/console/api';
import { expect, test, vi } from 'vitest';
import { memoryStore } from '../../../lib/state/memory-store.ts';
import { createEditStore } from '../edits/edit-store.ts';
import { stageCell } from '../edits/staged-edits.ts';
import { markConflicts } from './mark-conflicts.ts';

function setUp(held: string | null | undefined) {
  const store = createEditStore('k', memoryStore());
  for (const id of ['1', '2'])
    store.apply((edits) => stageCell(edits, { id }, 'title', 'old', 'mine'));
  const rows = held === undefined ? [] : [[held]];
  const queryRows = vi.fn(
    async () => ({ columns: ['title'], rows, truncated: [] }) as unknown as RowsPage,
  );
  const cell = vi.fn(async () => ({ value: '' }));
  const mark = (...ids: readonly string[]) =>
    markConflicts(store, new Set(ids), { projectApi: { queryRows, cell }, tableId: 1 });
  const problemOf = (id: string) => store.edits.get()[id]?.problem;
  return { store, mark, queryRows, problemOf };
}

test('a staged row that holds something else now is marked, and stays staged; others are not asked for', async () => {
  const { store, mark, queryRows, problemOf } = setUp('theirs');
  await mark('id:1', 'id:9');
  expect(queryRows).toHaveBeenCalledTimes(1);
  expect(problemOf('id:1')).toMatchObject({ conflict: true });
  expect(problemOf('id:2')).toBeUndefined();
  expect(store.edits.get()['id:1']?.cells.title?.after).toBe('mine');
});

test('a row that is gone is marked; one that holds what it held is not', async () => {
  const gone = setUp(undefined);
  await gone.mark('id:1');
  expect(gone.problemOf('id:1')?.message).toContain('deleted');
  const same = setUp('old');
  await same.mark('id:1');
  expect(same.problemOf('id:1')).toBeUndefined();
});

test('a conflict that has gone by itself is forgotten', async () => {
  const { mark, queryRows, problemOf } = setUp('theirs');
  await mark('id:1');
  queryRows.mockResolvedValueOnce({
    columns: ['title'],
    rows: [['old']],
    truncated: [],
  } as unknown as RowsPage);
  await mark('id:1');
  expect(problemOf('id:1')).toBeUndefined();
});

test('what was saved meanwhile, or cannot be asked for, is left alone', async () => {
  const { store, mark, queryRows, problemOf } = setUp('theirs');
  queryRows.mockRejectedValueOnce(new Error('away'));
  await mark('id:1');
  expect(problemOf('id:1')).toBeUndefined();
  const marking = mark('id:1');
  store.settle(() => ({}));
  await marking;
  expect(store.edits.get()).toEqual({});
});
