import { expect, test } from 'vitest';
import { memoryStore } from '../../../lib/state/memory-store.ts';
import { createEditStore } from './edit-store.ts';
import { countEdits, noteProblem, stageCell } from './staged-edits.ts';

const change = (id: string) => (edits: Parameters<typeof stageCell>[0]) =>
  stageCell(edits, { id }, 'a', 'x', 'y');

test('edits survive a reload of the page', () => {
  const storage = memoryStore();
  createEditStore('k', storage).apply(change('1'));
  expect(countEdits(createEditStore('k', storage).edits.get()).rows).toBe(1);
});

test('undo and redo go through the changes; a new change forgets what was undone', () => {
  const store = createEditStore('k', memoryStore());
  store.apply(change('1'));
  store.apply(change('2'));
  expect(store.undo()).toBe(true);
  expect(Object.keys(store.edits.get())).toEqual(['id:1']);
  store.redo();
  expect(Object.keys(store.edits.get())).toEqual(['id:1', 'id:2']);
  store.undo();
  store.apply(change('3'));
  expect(store.redo()).toBe(false);
});

test('what is saved leaves the storage and cannot be undone', () => {
  const storage = memoryStore();
  const store = createEditStore('k', storage);
  store.apply(change('1'));
  store.settle(() => ({}));
  expect(storage.get('k')).toBeNull();
  expect(store.undo()).toBe(false);
});

test('storage that holds something else is no reason to fail', () => {
  const storage = memoryStore();
  storage.set('k', '{"id:1": 7}');
  expect(createEditStore('k', storage).edits.get()).toEqual({});
});

test('a remark is kept, and undoing passes it by', () => {
  const storage = memoryStore();
  const store = createEditStore('k', storage);
  store.apply(change('1'));
  store.apply(change('2'));
  store.remark((edits) => noteProblem(edits, 'id:1', { conflict: true, message: 'changed' }));
  expect(createEditStore('k', storage).edits.get()['id:1']?.problem?.message).toBe('changed');
  store.undo();
  expect(Object.keys(store.edits.get())).toEqual(['id:1']);
});
