import { expect, test } from 'vitest';
import { memoryStore } from '../../../lib/state/memory-store.ts';
import { DraftStore } from './draft-store.ts';

function setUp(storage = memoryStore()) {
  let count = 0;
  const open = () =>
    new DraftStore('default', {
      storage,
      newId: () => {
        count += 1;
        return `d${count}`;
      },
      nameOf: (place) => `Query ${place}`,
    });
  return { storage, open };
}

const names = (store: DraftStore) => store.state.get().drafts.map(({ name }) => name);

test('there is always a script to write in', () => {
  const store = setUp().open();
  expect(names(store)).toEqual(['Query 1']);
  store.close(store.state.get().active);
  expect(names(store)).toEqual(['Query 1']);
});

test('every letter survives a reload, in the same order, with the same one in front', () => {
  const { open } = setUp();
  const first = open();
  first.change('d1', { sql: 'select 1' });
  first.add();
  first.change('d2', { sql: 'select 2', role: 'anon' });
  first.show('d1');
  const again = open();
  expect(again.state.get().drafts.map(({ sql, role }) => [sql, role])).toEqual([
    ['select 1', 'postgres'],
    ['select 2', 'anon'],
  ]);
  expect(again.state.get().active).toBe('d1');
});

test('two windows that write different scripts do not overwrite each other', () => {
  const { open } = setUp();
  const left = open();
  left.add();
  const right = open();
  left.change('d1', { sql: 'left' });
  right.change('d2', { sql: 'right' });
  const after = open();
  expect(after.state.get().drafts.map(({ sql }) => sql)).toEqual(['left', 'right']);
});

test('a window takes over what another wrote', () => {
  const { open } = setUp();
  const left = open();
  const right = open();
  left.change('d1', { sql: 'from the left' });
  right.adopt('plinth.sql.default.draft.d1');
  expect(right.state.get().drafts[0]?.sql).toBe('from the left');
  left.change('d1', { sql: 'more' });
  right.adopt('plinth.sql.other.draft.d1');
  expect(right.state.get().drafts[0]?.sql).toBe('from the left');
});

test('a closed script with text can be opened again, an empty one is gone', () => {
  const { open } = setUp();
  const store = open();
  store.change('d1', { sql: 'select 1' });
  store.add();
  store.close('d2');
  store.close('d1');
  expect(store.reopen()).toBe(true);
  expect(store.state.get().drafts.at(-1)?.sql).toBe('select 1');
  expect(store.reopen()).toBe(false);
});

test('closing the one in front shows its neighbour', () => {
  const { open } = setUp();
  const store = open();
  store.add();
  store.add();
  store.show('d2');
  store.close('d2');
  expect(store.state.get().active).toBe('d3');
});

test('new scripts get a free name', () => {
  const { open } = setUp();
  const store = open();
  store.add();
  store.add();
  store.close('d2');
  expect(store.add().name).toBe('Query 2');
});

test('it is said when the browser does not keep what was typed', () => {
  const full = { ...memoryStore(), set: () => false };
  const { open } = setUp(full);
  const store = open();
  store.change('d1', { sql: 'select 1' });
  expect(store.state.get().kept).toBe(false);
  expect(store.state.get().drafts[0]?.sql).toBe('select 1');
});
