import type { RowsPage } from '@plinth/console/api';
import { expect, test, vi } from 'vitest';
import { currentValues } from './current-values.ts';

const page = (rows: RowsPage['rows'], truncated: RowsPage['truncated'] = []) =>
  ({ columns: ['id', 'title', 'body'], rows, truncated }) as unknown as RowsPage;

const server = (answer: RowsPage) => ({
  queryRows: vi.fn(async () => answer),
  cell: vi.fn(async () => ({ value: 'all of it' })),
});

test('a cell that came cut is read whole before anything is compared with it', async () => {
  const api = server(page([['7', 'Rye', 'all o']], [[0, 2, 9]]));
  expect(await currentValues(api, 1, { id: '7' }, ['title', 'body'])).toEqual({
    title: 'Rye',
    body: 'all of it',
  });
  expect(api.cell).toHaveBeenCalledExactlyOnceWith(1, { key: { id: '7' }, column: 'body' });
});

test('only what is asked for is read, and a row that is gone is null', async () => {
  const api = server(page([['7', null, 'all o']], [[0, 2, 9]]));
  expect(await currentValues(api, 1, { id: '7' }, ['title'])).toEqual({ title: null });
  expect(api.cell).not.toHaveBeenCalled();
  expect(await currentValues(server(page([])), 1, { id: '7' }, ['title'])).toBeNull();
});
