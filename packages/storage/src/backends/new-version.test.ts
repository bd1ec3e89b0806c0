import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { isVersion } from './disk/layout.ts';
import { newVersion } from './new-version.ts';

test('names of one moment share a folder; within half a minute each folder has its turn', () => {
  let now = Date.UTC(2030, 0, 1);
  const clock = { now: () => now };
  const random = { bytes: (length: number) => randomBytes(length), uuid: () => randomUUID() };
  const folders = new Set<string>();
  for (let turn = 0; turn < 300; turn += 1) {
    const names = [newVersion({ clock, random }), newVersion({ clock, random })];
    expect(names.every(isVersion)).toBe(true);
    expect(new Set(names).size).toBe(2);
    expect(new Set(names.map((name) => name.slice(0, 2))).size).toBe(1);
    folders.add(String(names[0]).slice(0, 2));
    now += 100;
  }
  expect(folders.size).toBe(256);
});
