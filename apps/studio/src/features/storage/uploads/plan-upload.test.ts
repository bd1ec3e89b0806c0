import { expect, test } from 'vitest';
import type { StorageBucket } from '../../../api/project-storage.ts';
import { freeName, limitOf, planUpload, settleConflicts } from './plan-upload.ts';

const bucket: StorageBucket = {
  id: 'photos',
  name: 'photos',
  public: false,
  file_size_limit: 10,
  allowed_mime_types: ['image/*'],
  created_at: '',
  updated_at: '',
};

const file = (path: string, type: string, content = 'x') => ({
  path,
  file: new File([content], path, { type }),
});

test('what the bucket would refuse is told of before anything is sent', () => {
  const { uploads, refused } = planUpload(
    [
      file('a.png', 'image/png'),
      file('sub/b.jpg', 'image/jpeg'),
      file('c.txt', 'text/plain'),
      file('d.png', 'image/png', 'more than ten bytes'),
    ],
    { bucket, prefix: '2026/', limit: limitOf(bucket, 50) },
  );
  expect(uploads.map(({ key }) => key)).toEqual(['2026/a.png', '2026/sub/b.jpg']);
  expect(refused).toEqual([
    { path: 'c.txt', reason: 'type' },
    { path: 'd.png', reason: 'size' },
  ]);
});

test('the smaller limit counts', () => {
  expect(limitOf(bucket, 5)).toBe(5);
  expect(limitOf(bucket, null)).toBe(10);
  expect(limitOf({ ...bucket, file_size_limit: null }, null)).toBeNull();
});

test.each([
  ['a/photo.jpg', 'a/photo (1).jpg'],
  ['archive.tar.gz', 'archive.tar (1).gz'],
  ['README', 'README (1)'],
  ['.env', '.env (1)'],
  ['v1.2/file', 'v1.2/file (1)'],
])('beside %s there is room for %s', (key, free) => {
  expect(freeName(key, () => false)).toBe(free);
});

test('names that are taken are replaced, numbered or left out', () => {
  const { uploads } = planUpload([file('a.png', 'image/png'), file('b.png', 'image/png')], {
    bucket,
    prefix: '',
    limit: null,
  });
  const taken = new Set(['a.png', 'a (1).png']);
  const keys = (choice: 'replace' | 'keep' | 'skip') =>
    settleConflicts(uploads, taken, choice).map(({ key, replace }) => [key, replace]);
  expect(keys('replace')).toEqual([
    ['a.png', true],
    ['b.png', false],
  ]);
  expect(keys('keep')).toEqual([
    ['a (2).png', false],
    ['b.png', false],
  ]);
  expect(keys('skip')).toEqual([['b.png', false]]);
});
