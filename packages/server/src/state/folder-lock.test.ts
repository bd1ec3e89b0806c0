import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderLock, lockHolder } from './folder-lock.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-lock-'));
  path = join(folder, 'server.lock');
});

afterEach(() => rmSync(folder, { recursive: true }));

test('a second server learns who holds the folder and where it listens', () => {
  const lock = FolderLock.acquire(path);
  expect(() => FolderLock.acquire(path)).toThrow(/process \d+\) is starting/);
  lock.announce('http://127.0.0.1:1234');
  expect(() => FolderLock.acquire(path)).toThrow(
    new RegExp(`process ${process.pid}\\) runs at http://127.0.0.1:1234`),
  );
  expect(lockHolder(path)?.pid).toBe(process.pid);
  lock.release();
  expect(existsSync(path)).toBe(false);
  FolderLock.acquire(path).release();
});

test('the lock of a killed server is taken over, also when its number was given out anew', () => {
  writeFileSync(path, JSON.stringify({ pid: 2 ** 22 + 1, identity: 'x', url: 'http://gone' }));
  FolderLock.acquire(path).release();
  writeFileSync(
    path,
    JSON.stringify({ pid: process.pid, identity: 'an earlier process', url: '' }),
  );
  FolderLock.acquire(path).release();
});

test('a lock file that is not whole is taken over', () => {
  writeFileSync(path, '{"pid":');
  FolderLock.acquire(path).release();
});
