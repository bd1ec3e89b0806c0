import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  clearProblem,
  conflictOf,
  countEdits,
  dropRow,
  noteProblem,
  rebaseRow,
  type StagedEdits,
  stageCell,
} from './staged-edits.ts';

const none: StagedEdits = {};
const key = { id: '1' };

test('a change remembers what the cell held first, however often it is changed', () => {
  const once = stageCell(none, key, 'title', 'old', 'new');
  const twice = stageCell(once, key, 'title', 'new', 'newer');
  expect(twice['id:1']?.cells.title).toEqual({ before: 'old', after: 'newer' });
});

test('a cell set back is no change; the last one set back leaves the row unchanged', () => {
  const edits = stageCell(stageCell(none, key, 'title', 'old', 'new'), key, 'title', 'new', 'old');
  expect(edits).toEqual({});
});

test('NULL is a value like any other', () => {
  const edits = stageCell(none, key, 'title', null, '');
  expect(edits['id:1']?.cells.title).toEqual({ before: null, after: '' });
  expect(stageCell(edits, key, 'title', '', null)).toEqual({});
});

test('whatever is typed in whatever order, only cells that differ from the start are changes', () => {
  const step = fc.record({
    id: fc.constantFrom('1', '2'),
    column: fc.constantFrom('a', 'b'),
    value: fc.constantFrom('x', 'y', null),
  });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const cells = new Map<string, string | null>();
      let edits = none;
      for (const { id, column, value } of steps) {
        const now = cells.get(`${id}${column}`) ?? (cells.has(`${id}${column}`) ? null : 'x');
        edits = stageCell(edits, { id }, column, now, value);
        cells.set(`${id}${column}`, value);
      }
      const different = [...cells.values()].filter((value) => value !== 'x').length;
      expect(countEdits(edits).cells).toBe(different);
    }),
  );
});

test('after a conflict the changes can be set upon what the row holds now', () => {
  const edits = stageCell(stageCell(none, key, 'a', 'x', 'y'), key, 'b', 'x', 'z');
  const refused = noteProblem(edits, 'id:1', { conflict: true, message: 'changed' });
  expect(refused['id:1']?.problem?.conflict).toBe(true);
  expect(rebaseRow(refused, 'id:1', { a: 'other', b: 'z' })).toEqual({
    'id:1': { key, cells: { a: { before: 'other', after: 'y' } } },
  });
  expect(rebaseRow(refused, 'id:1', { a: 'y', b: 'z' })).toEqual({});
});

test('a row can be let go', () => {
  const edits = stageCell(stageCell(none, key, 'a', 'x', 'y'), { id: '2' }, 'a', 'x', 'y');
  expect(countEdits(dropRow(edits, 'id:1'))).toEqual({ rows: 1, cells: 1 });
});

test('a staged change conflicts with another value than the one it was made upon, or with no row', () => {
  const row = stageCell(none, key, 'a', 'x', 'y')['id:1'];
  if (row === undefined) throw new Error('nothing staged');
  expect(conflictOf(row, { a: 'x', b: 'else' })).toBeNull();
  expect(conflictOf(row, { a: 'y' })).toBeNull();
  expect(conflictOf(row, { a: 'z' })).toEqual({ kind: 'changed', column: 'a', held: 'z' });
  expect(conflictOf(row, null)).toEqual({ kind: 'gone' });
});

test('a conflict that has gone leaves the staged change', () => {
  const edits = stageCell(none, key, 'a', 'x', 'y');
  const refused = noteProblem(edits, 'id:1', { conflict: true, message: 'changed' });
  expect(clearProblem(refused, 'id:1')).toEqual(edits);
  expect(clearProblem(edits, 'id:1')).toBe(edits);
});
