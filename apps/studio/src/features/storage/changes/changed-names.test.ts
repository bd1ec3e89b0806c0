import { expect, test } from 'vitest';
import type { Entry } from '../browse/entries.ts';
import { deletedNames, movedNames, renamedKey } from './changed-names.ts';

const folder = (key: string): Entry => ({ kind: 'folder', key, name: '' });
const file = (key: string): Entry => ({
  kind: 'file',
  key,
  name: '',
  id: '',
  size: 0,
  type: '',
  version: '',
  updatedAt: null,
});

test('what is moved keeps the last part of its name', () => {
  const entries = [folder('a/b/'), file('a/c.txt'), file('top.txt')];
  expect(movedNames(entries, 'x/y/')).toEqual([
    { from: 'a/b/', to: 'x/y/b/' },
    { from: 'a/c.txt', to: 'x/y/c.txt' },
    { from: 'top.txt', to: 'x/y/top.txt' },
  ]);
  expect(movedNames(entries.slice(0, 1), '')).toEqual([{ from: 'a/b/', to: 'b/' }]);
});

test('what is renamed stays in its folder', () => {
  expect(renamedKey(folder('a/b/'), 'new')).toBe('a/new/');
  expect(renamedKey(file('a/c.txt'), 'd.txt')).toBe('a/d.txt');
  expect(deletedNames([file('a')])).toEqual([{ from: 'a', to: null }]);
});
