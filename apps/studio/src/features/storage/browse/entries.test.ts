import { expect, test } from 'vitest';
import { crumbsOf, entriesOf, folderOf, lastPart } from './entries.ts';

const file = (name: string) => ({
  name,
  id: name,
  updated_at: '2026-11-20T10:00:00.000Z',
  created_at: '2026-11-20T10:00:00.000Z',
  metadata: { size: 12, mimetype: 'text/plain', eTag: '"x"' },
});

const folder = (name: string) => ({
  name,
  id: null,
  updated_at: null,
  created_at: null,
  metadata: null,
});

test('a page gives its folders, then its files without what only keeps the folder', () => {
  const page = {
    hasNext: false,
    folders: [folder('a/b/')],
    objects: [file('a/.emptyFolderPlaceholder'), file('a/one.txt')],
  };
  expect(entriesOf(page, 'a/')).toMatchObject([
    { kind: 'folder', key: 'a/b/', name: 'b' },
    { kind: 'file', key: 'a/one.txt', name: 'one.txt', size: 12, type: 'text/plain' },
  ]);
});

test('what a search found keeps its name below the folder', () => {
  const page = { hasNext: false, folders: [], objects: [file('a/report.txt')] };
  expect(entriesOf(page, 'a/rep')).toMatchObject([{ name: 'report.txt' }]);
});

test('parts of names', () => {
  expect(lastPart('a/b/c.txt')).toBe('c.txt');
  expect(lastPart('a/b/')).toBe('b');
  expect(folderOf('a/b/c.txt')).toBe('a/b/');
  expect(folderOf('a/b/')).toBe('a/');
  expect(folderOf('c.txt')).toBe('');
  expect(crumbsOf('a/b')).toEqual([
    { name: 'a', path: 'a' },
    { name: 'b', path: 'a/b' },
  ]);
});
