import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BlobMissing, type ByteSource, type OpenBlob } from '../blob-store.ts';
import { DiskStore } from './disk-store.ts';

let root: string;
let store: DiskStore;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'plinth-disk-'));
  store = new DiskStore(root);
  await store.start();
});
afterAll(() => rm(root, { recursive: true, force: true }));

let last = 0;
function version(): string {
  last += 1;
  return `${(last % 256).toString(16).padStart(2, '0')}000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
}

const chunks = (...parts: Uint8Array[]): ByteSource => Readable.from(parts);
const whole = ({ body }: OpenBlob): Promise<Buffer> =>
  body instanceof Readable ? buffer(body) : Promise.resolve(Buffer.from(body));

test('what is written is read: whole and in ranges, small and large', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(400_000), { minLength: 1, maxLength: 3 }),
      fc.nat(),
      fc.nat(),
      async (sizes, one, other) => {
        const parts = sizes.map((size, index) => Buffer.alloc(size, index + 1));
        const content = Buffer.concat(parts);
        const name = version();
        const facts = await store.write(name, chunks(...parts));
        expect(facts.size).toBe(content.length);
        for (let again = 0; again < 2; again += 1) {
          expect((await whole(await store.read(name))).equals(content)).toBe(true);
          if (content.length === 0) continue;
          const [start, end] = [one % content.length, other % content.length].sort((a, b) => a - b);
          const range = { start: start ?? 0, end: end ?? 0 };
          const opened = await store.read(name, range);
          expect(opened.size).toBe(content.length);
          const expected = content.subarray(range.start, range.end + 1);
          expect((await whole(opened)).equals(expected)).toBe(true);
        }
      },
    ),
    { numRuns: 15 },
  );
});

test('a source that breaks leaves nothing', async () => {
  const name = version();
  async function* broken(): ByteSource {
    yield Buffer.alloc(100_000);
    throw new Error('gone');
  }
  await expect(store.write(name, broken())).rejects.toThrow('gone');
  await expect(store.read(name)).rejects.toThrow(BlobMissing);
  expect(await readdir(join(root, 'tmp'))).toEqual([]);
});

test('many small ones at once are each whole, without a temporary file, and never written over', async () => {
  const names = Array.from({ length: 40 }, version);
  const content = (index: number) => Buffer.alloc(index * 1_000, `blob ${index};`);
  const writing = names.map((name, index) => store.write(name, chunks(content(index))));
  expect(await readdir(join(root, 'tmp'))).toEqual([]);
  const facts = await Promise.all(writing);
  for (const [index, name] of names.entries()) {
    const etag = createHash('md5').update(content(index)).digest('hex');
    expect(facts[index]).toEqual({ size: index * 1_000, etag });
    expect((await whole(await store.read(name))).equals(content(index))).toBe(true);
    await expect(store.write(name, chunks(Buffer.from('other')))).rejects.toThrow('EEXIST');
    expect((await stat(join(root, 'objects', name.slice(0, 2), name))).size).toBe(index * 1_000);
  }
});

test('a copy shares its bytes and outlives the original', async () => {
  const [from, to] = [version(), version()];
  await store.write(from, chunks(Buffer.from('shared')));
  await store.copy(from, to);
  await store.remove([from]);
  await expect(store.read(from)).rejects.toThrow(BlobMissing);
  expect((await whole(await store.read(to))).toString()).toBe('shared');
  await expect(store.copy(from, version())).rejects.toThrow(BlobMissing);
});

test('what is no version never becomes a path', async () => {
  for (const name of ['../../etc/passwd', '/etc/passwd', '', 'x', '..', 'A'.repeat(36)]) {
    await expect(store.read(name)).rejects.toThrow(BlobMissing);
    await expect(store.write(name, chunks(Buffer.from('x')))).rejects.toThrow('not a blob version');
    await expect(store.uploads.writePart(name, 1, chunks())).rejects.toThrow('not an upload id');
    await store.remove([name]);
    await store.uploads.discard(name);
  }
});

test('a start removes what a dead process left half written, and keeps the rest', async () => {
  const name = version();
  await store.write(name, chunks(Buffer.from('kept')));
  await writeFile(join(root, 'tmp', version()), 'half');
  const next = new DiskStore(root);
  await next.start();
  expect(await readdir(join(root, 'tmp'))).toEqual([]);
  expect((await whole(await next.read(name))).toString()).toBe('kept');
  const listed: string[] = [];
  for await (const entry of next.list()) listed.push(entry.version);
  expect(listed).toContain(name);
});

test('parts are joined in the order that is asked for; one sent again replaces itself', async () => {
  const [upload, name] = [version(), version()];
  await store.uploads.writePart(upload, 2, chunks(Buffer.from('wrong')));
  await store.uploads.writePart(upload, 2, chunks(Buffer.from('-two')));
  await store.uploads.writePart(upload, 1, chunks(Buffer.from('one')));
  await store.uploads.joinParts(upload, [1, 2], name);
  expect((await whole(await store.read(name))).toString()).toBe('one-two');
  await store.uploads.discard(upload);
  await expect(stat(join(root, 'uploads', upload))).rejects.toThrow('ENOENT');
});

test('an appended upload goes on where it broke, whatever lies behind', async () => {
  const [upload, name] = [version(), version()];
  async function* broken(): ByteSource {
    yield Buffer.from('abc');
    throw new Error('gone');
  }
  const first = await store.uploads.append(upload, 0, broken());
  expect(first.written).toBe(3);
  expect(first.failure).toBeInstanceOf(Error);
  await store.uploads.append(upload, 2, chunks(Buffer.from('xyz')));
  await store.uploads.append(upload, 3, chunks(Buffer.from('de')));
  const facts = await store.uploads.finish(upload, name);
  expect(facts.size).toBe(5);
  expect((await whole(await store.read(name))).toString()).toBe('abxde');
});
