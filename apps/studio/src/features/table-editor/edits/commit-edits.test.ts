import type { UpdateRow } from '@plinth/console/api';
import { expect, test, vi } from 'vitest';
import { ApiError, UnreachableError } from '../../../api/errors.ts';
import { memoryStore } from '../../../lib/state/memory-store.ts';
import { commitEdits } from './commit-edits.ts';
import { createEditStore } from './edit-store.ts';
import { stageCell } from './staged-edits.ts';

function staged(...ids: readonly string[]) {
  const store = createEditStore('k', memoryStore());
  for (const id of ids)
    store.apply((edits) => stageCell(edits, { id }, 'title', 'old', `new ${id}`));
  return store;
}
const savedRow = { row: [], truncated: [], key: {}, anchor: [] };

test('each row is saved only where its cells still hold what they held', async () => {
  const store = staged('1');
  const update = vi.fn(async (_input: UpdateRow) => savedRow);
  expect(await commitEdits(store, update, () => {})).toEqual({ saved: 1, refused: 0 });
  expect(update).toHaveBeenCalledExactlyOnceWith({
    key: { id: '1' },
    values: { title: 'new 1' },
    expected: { title: 'old' },
  });
  expect(store.edits.get()).toEqual({});
});

test('a row that someone else has changed stays in the tray, the others are saved', async () => {
  const store = staged('1', '2', '3');
  const update = async ({ key }: UpdateRow) => {
    if (key.id === '2') throw new ApiError(409, { code: 'row_changed', message: 'Changed' });
    return savedRow;
  };
  expect(await commitEdits(store, update, () => {})).toEqual({ saved: 2, refused: 1 });
  expect(Object.keys(store.edits.get())).toEqual(['id:2']);
  expect(store.edits.get()['id:2']?.problem).toEqual({ conflict: true, message: 'Changed' });
});

test('what the database refuses is told in its words, and is no conflict', async () => {
  const store = staged('1');
  const database = {
    sqlState: '23505',
    message: 'duplicate key',
    detail: null,
    hint: null,
    position: null,
    constraint: null,
    table: null,
    column: null,
  };
  await commitEdits(
    store,
    async () => {
      throw new ApiError(409, { code: 'database_error', message: 'x', database });
    },
    () => {},
  );
  expect(store.edits.get()['id:1']?.problem).toEqual({ conflict: false, message: 'duplicate key' });
});

test('a server that is lost on the way leaves the rest staged, without blame', async () => {
  const store = staged('1', '2');
  const update = async ({ key }: UpdateRow) => {
    if (key.id === '2') throw new UnreachableError('http://127.0.0.1', null);
    return savedRow;
  };
  await expect(commitEdits(store, update, () => {})).rejects.toBeInstanceOf(UnreachableError);
  expect(Object.keys(store.edits.get())).toEqual(['id:2']);
  expect(store.edits.get()['id:2']?.problem).toBeUndefined();
});
