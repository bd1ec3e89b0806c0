import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyPairOf } from '../../test/adapters/s3-client.ts';
import { type StorageBackend, startStorage } from '../../test/adapters/storage-backend.ts';
import { BlobMissing, type BlobStore, type ByteSource, type OpenBlob } from './blob-store.ts';
import { DiskStore } from './disk/disk-store.ts';
import { S3Store } from './s3/s3-store.ts';

/** The object store of these tests: the S3 protocol of a backend. */
let backend: StorageBackend;
const folder = mkdtempSync(join(tmpdir(), 'plinth-stores-'));
const stores = new Map<string, BlobStore>();

beforeAll(async () => {
  backend = await startStorage({ settings: { 'storage.file_size_limit': 200_000_000 } });
  await backend.service.storage.createBucket('blobs', { public: false });
  stores.set('disk', new DiskStore(folder));
  stores.set(
    's3',
    new S3Store({
      endpoint: `${backend.url}/storage/v1/s3`,
      region: 'local',
      bucket: 'blobs',
      prefix: 'project/',
      ...keyPairOf(backend),
      forcePathStyle: true,
      clock: { now: () => Date.now() },
      random: { bytes: (length) => randomBytes(length), uuid: () => randomUUID() },
    }),
  );
  for (const store of stores.values()) await store.start();
});
afterAll(async () => {
  for (const store of stores.values()) await store.close();
  await backend.close();
  rmSync(folder, { recursive: true, force: true });
});

const mebibyte = 1_048_576;
const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

async function* source(bytes: Uint8Array, size = 100_000): ByteSource {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function* breaking(bytes: Uint8Array): ByteSource {
  yield* source(bytes);
  throw new Error('the client went away');
}

async function bytesOf({ body }: OpenBlob): Promise<Buffer> {
  if (body instanceof Uint8Array) return Buffer.from(body);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

async function versionsOf(store: BlobStore): Promise<string[]> {
  const versions: string[] = [];
  for await (const { version } of store.list()) versions.push(version);
  return versions;
}

async function uploadsOf(store: BlobStore): Promise<string[]> {
  const uploads: string[] = [];
  for await (const { version } of store.uploads.list()) uploads.push(version);
  return uploads;
}

describe.each(['disk', 's3'])('the %s store', (name) => {
  const store = (): BlobStore => {
    const found = stores.get(name);
    if (found === undefined) throw new Error(`there is no store ${name}`);
    return found;
  };

  test('gives back what was written, whatever its size, whole and in part', async () => {
    for (const size of [0, 1, 300_000, 5 * mebibyte, 12 * mebibyte + 1]) {
      const content = randomBytes(size);
      const version = randomUUID();
      expect(await store().write(version, source(content))).toEqual({ size, etag: md5(content) });
      const whole = await store().read(version);
      expect(whole.size).toBe(size);
      expect((await bytesOf(whole)).equals(content)).toBe(true);
      if (size < 10) continue;
      for (const [start, end] of [
        [0, 0],
        [5, 9],
        [1, size - 1],
        [size - 1, size - 1],
      ] as const) {
        const part = await store().read(version, { start, end });
        expect(part.size).toBe(size);
        expect((await bytesOf(part)).equals(content.subarray(start, end + 1))).toBe(true);
      }
    }
  });

  test('keeps nothing of a write that broke off', async () => {
    for (const size of [10, 6 * mebibyte, 12 * mebibyte]) {
      const version = randomUUID();
      const writing = store().write(version, breaking(randomBytes(size)));
      await expect(writing).rejects.toThrow('the client went away');
      await expect(store().read(version)).rejects.toThrow(BlobMissing);
      expect(await versionsOf(store())).not.toContain(version);
    }
  });

  test('copies and removes; what is not there is missing', async () => {
    const content = randomBytes(1_000);
    const [first, second] = [randomUUID(), randomUUID()];
    await store().write(first, source(content));
    await store().copy(first, second);
    await store().remove([first, randomUUID(), '../../etc/passwd']);
    expect((await bytesOf(await store().read(second))).equals(content)).toBe(true);
    for (const missing of [first, randomUUID(), '../x', '']) {
      await expect(store().read(missing)).rejects.toThrow(BlobMissing);
      await expect(store().copy(missing, randomUUID())).rejects.toThrow(BlobMissing);
    }
    const versions = await versionsOf(store());
    expect([versions.includes(first), versions.includes(second)]).toEqual([false, true]);
  });

  test('joins parts in the order it is told, small and large ones', async () => {
    const { uploads } = store();
    for (const sizes of [[5 * mebibyte, 6 * mebibyte, 10], [10, 20, 30], [7], [0]]) {
      const upload = randomUUID();
      const parts = sizes.map((size) => randomBytes(size));
      const numbers = parts.map((_, index) => 281_474_976_710_000 - index);
      for (const [index, part] of parts.entries()) {
        const facts = await uploads.writePart(upload, numbers[index] ?? 0, source(part));
        expect(facts).toEqual({ size: part.length, etag: md5(part) });
      }
      const broken = uploads.writePart(upload, 1, breaking(randomBytes(10)));
      await expect(broken).rejects.toThrow('the client went away');
      await uploads.writePart(upload, 2, source(randomBytes(10)));
      await uploads.removeParts(upload, [2, 3]);
      await expect(uploads.joinParts(upload, [2], randomUUID())).rejects.toThrow();
      const version = randomUUID();
      const facts = await uploads.joinParts(upload, numbers, version);
      const whole = Buffer.concat(parts);
      expect(facts.size).toBe(whole.length);
      expect((await bytesOf(await store().read(version))).equals(whole)).toBe(true);
      expect(await uploadsOf(store())).toContain(upload);
      await uploads.discard(upload);
      await uploads.discard(upload);
      expect(await uploadsOf(store())).not.toContain(upload);
    }
  });

  test('appends, keeps what came before a break, and drops what was not acknowledged', async () => {
    const { uploads } = store();
    const upload = randomUUID();
    const [first, lost, second, third] = [11, 6, 7, 3].map((size) => randomBytes(size * mebibyte));
    if (!first || !lost || !second || !third) throw new Error('there are four');
    expect(await uploads.append(upload, 0, source(first))).toEqual({ written: first.length });
    await uploads.append(upload, first.length, source(lost));
    const broken = await uploads.append(upload, first.length, breaking(second));
    expect(broken).toMatchObject({ written: second.length, failure: { message: /went away/ } });
    const offset = first.length + second.length;
    expect(await uploads.append(upload, offset, source(new Uint8Array()))).toEqual({ written: 0 });
    expect(await uploads.append(upload, offset, source(third))).toEqual({ written: third.length });
    const version = randomUUID();
    const whole = Buffer.concat([first, second, third]);
    expect((await uploads.finish(upload, version)).size).toBe(whole.length);
    expect((await bytesOf(await store().read(version))).equals(whole)).toBe(true);
    await uploads.discard(upload);
  });

  test('an upload to which nothing was appended is an empty blob', async () => {
    const [upload, version] = [randomUUID(), randomUUID()];
    expect(await store().uploads.finish(upload, version)).toEqual({
      size: 0,
      etag: md5(Buffer.of()),
    });
    expect((await store().read(version)).size).toBe(0);
    await store().uploads.discard(upload);
  });

  test('names that are no versions never become a place', async () => {
    for (const wrong of ['../x', 'a/b', '', 'X'.repeat(36)]) {
      const writing = store().write(wrong, source(new Uint8Array()));
      await expect(writing).rejects.toThrow('not a blob version');
    }
  });
});
