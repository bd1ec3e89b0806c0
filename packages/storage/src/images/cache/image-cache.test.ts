import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ImageCache } from './image-cache.ts';

const version = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const block = 4_096;
let folder: string;
let now = 1_000_000;
const clock = { now: () => now };
const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(1_000)]);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-images-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function read(cache: ImageCache, name: string): Promise<Buffer | undefined> {
  const { body } = (await cache.read(name)) ?? {};
  return body === undefined || body instanceof Uint8Array
    ? (body as Buffer | undefined)
    : buffer(body);
}

test('what is kept comes back, small or large, with its format', async () => {
  const cache = new ImageCache(folder, 10_000_000, clock);
  const noise = {
    create: {
      width: 500,
      height: 500,
      channels: 3 as const,
      background: '#000',
      noise: { type: 'gaussian' as const, mean: 120, sigma: 60 },
    },
  };
  const large = await sharp(noise).png().toBuffer();
  expect(large.length).toBeGreaterThan(262_144);
  await cache.write(`${version(1)}/a`, gif);
  await cache.write(`${version(1)}/b`, large);
  expect((await read(cache, `${version(1)}/a`))?.equals(gif)).toBe(true);
  expect((await read(cache, `${version(1)}/b`))?.equals(large)).toBe(true);
  expect(await cache.read(`${version(1)}/b`).then((found) => [found?.format, found?.size])).toEqual(
    ['png', large.length],
  );
  expect(await cache.read(`${version(1)}/c`)).toBeUndefined();
});

test('the least recently used make room, also of an earlier run', async () => {
  const first = new ImageCache(folder, 3 * block, clock);
  for (const n of [1, 2, 3]) {
    await first.write(`${version(n)}/x`, gif);
    now += 100_000;
  }
  await read(first, `${version(1)}/x`);
  await first.write(`${version(4)}/x`, gif);
  expect(await first.read(`${version(2)}/x`)).toBeUndefined();
  expect(await first.read(`${version(1)}/x`)).toBeDefined();
  const second = new ImageCache(folder, 3 * block, clock);
  expect(await second.read(`${version(3)}/x`)).toBeDefined();
  now += 100_000;
  await second.write(`${version(5)}/x`, gif);
  const left = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'x')));
  expect(left).toHaveLength(3);
  expect(left).toContain(version(5));
  expect(left).toContain(version(3));
});

test('what was made from an object goes with it', async () => {
  const cache = new ImageCache(folder, 10 * block, clock);
  await cache.write(`${version(1)}/a`, gif);
  await cache.write(`${version(1)}/b`, gif);
  await cache.write(`${version(2)}/a`, gif);
  await cache.forget([version(1), '../..', 'not a version']);
  expect(readdirSync(folder)).toEqual([version(2)]);
  expect(await cache.read(`${version(1)}/a`)).toBeUndefined();
});

test('what somebody else did to the folder is a miss, never a wrong image', async () => {
  const cache = new ImageCache(folder, 10 * block, clock);
  for (const name of ['gone', 'short', 'other']) await cache.write(`${version(1)}/${name}`, gif);
  rmSync(join(folder, version(1), 'gone'));
  writeFileSync(join(folder, version(1), 'short'), gif.subarray(0, 10));
  writeFileSync(join(folder, version(1), 'other'), '<script>'.padEnd(gif.length));
  for (const name of ['gone', 'short', 'other']) {
    expect(await cache.read(`${version(1)}/${name}`)).toBeUndefined();
  }
  await cache.write(`${version(1)}/gone`, gif);
  expect(await cache.read(`${version(1)}/gone`)).toBeDefined();
});

test('what is larger than all that may be kept is not kept', async () => {
  const cache = new ImageCache(folder, 100, clock);
  await cache.write(`${version(1)}/a`, gif);
  expect(readdirSync(folder)).toEqual([]);
});
