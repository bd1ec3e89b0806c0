import { randomBytes, randomUUID } from 'node:crypto';
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { sql } from '@plinth/postgres';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type FlakyProxy, startFlakyProxy } from '../../../test/adapters/flaky-proxy.ts';
import { keyPairOf, s3Client } from '../../../test/adapters/s3-client.ts';
import { type StorageBackend, startStorage } from '../../../test/adapters/storage-backend.ts';
import { BlobMissing, type ByteSource, type OpenBlob } from '../blob-store.ts';
import { S3Store, type S3StoreOptions } from './s3-store.ts';

/** The object store: the S3 protocol of a backend, behind a network that fails. */
let backend: StorageBackend;
let proxy: FlakyProxy;
let client: S3Client;
let store: S3Store;
const bucket = 'blobs';

const clock = { now: () => Date.now() };
const random = { bytes: (length: number) => randomBytes(length), uuid: () => randomUUID() };

const storeWith = (options: Partial<S3StoreOptions> = {}): S3Store =>
  new S3Store({
    endpoint: `${proxy.url}/storage/v1/s3`,
    region: 'local',
    bucket,
    prefix: '',
    ...keyPairOf(backend),
    forcePathStyle: true,
    clock,
    random,
    ...options,
  });

beforeAll(async () => {
  backend = await startStorage({ settings: { 'storage.file_size_limit': 200_000_000 } });
  await backend.service.storage.createBucket(bucket, { public: false });
  proxy = await startFlakyProxy(backend.url);
  client = s3Client(backend);
  store = storeWith();
});
afterEach(() => {
  proxy.decide = () => 'pass';
});
afterAll(async () => {
  await store.close();
  client.destroy();
  await proxy.close();
  await backend.close();
});

const mebibyte = 1_048_576;

async function* source(bytes: Uint8Array): ByteSource {
  for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000);
}

async function bytesOf({ body }: OpenBlob): Promise<Buffer> {
  if (body instanceof Uint8Array) return Buffer.from(body);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

const pending = async (): Promise<number> => {
  const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
  return Uploads?.length ?? 0;
};

test('a write survives a store that refuses, cuts and loses one request in two', async () => {
  for (const size of [1_000, 12 * mebibyte]) {
    const content = randomBytes(size);
    const version = randomUUID();
    const fates = ['refuse', 'pass', 'cut', 'pass', 'lose answer', 'pass'] as const;
    let index = 0;
    proxy.decide = () => {
      index += 1;
      return fates[index % fates.length] ?? 'pass';
    };
    expect((await store.write(version, source(content))).size).toBe(size);
    proxy.decide = () => 'pass';
    expect((await bytesOf(await store.read(version))).equals(content)).toBe(true);
  }
});

test('the completion of a write whose answer is lost counts', async () => {
  const content = randomBytes(6 * mebibyte);
  const version = randomUUID();
  let lost = false;
  proxy.decide = ({ method, url }) => {
    if (lost || method !== 'POST' || url?.includes('uploadId') !== true) return 'pass';
    lost = true;
    return 'lose answer';
  };
  await store.write(version, source(content));
  expect(lost).toBe(true);
  expect((await bytesOf(await store.read(version))).equals(content)).toBe(true);
});

test('a write that fails for good says so, and leaves nothing pending', async () => {
  const version = randomUUID();
  proxy.decide = ({ method, url }) =>
    method === 'PUT' && url?.includes('partNumber=2') === true ? 'refuse' : 'pass';
  const writing = store.write(version, source(randomBytes(12 * mebibyte)));
  await expect(writing).rejects.toThrow(/503 SlowDown/);
  await expect(store.read(version)).rejects.toThrow(BlobMissing);
  expect(await pending()).toBe(0);
});

test('a download that breaks off goes on where it stopped', async () => {
  const content = randomBytes(3 * mebibyte);
  const version = randomUUID();
  await store.write(version, source(content));
  const cuts = [700_000, 1, 1_500_000];
  proxy.decide = () => {
    const cutAfter = cuts.shift();
    return cutAfter === undefined ? 'pass' : { cutAfter };
  };
  const range = { start: 1_000, end: content.length - 1_000 };
  const read = await bytesOf(await store.read(version, range));
  expect(read.equals(content.subarray(range.start, range.end + 1))).toBe(true);
  expect(cuts).toEqual([]);
});

test('a download that cannot go on fails instead of ending early', async () => {
  const version = randomUUID();
  await store.write(version, source(randomBytes(2 * mebibyte)));
  let first = true;
  proxy.decide = () => {
    const fate = first ? { cutAfter: 500_000 } : ('refuse' as const);
    first = false;
    return fate;
  };
  await expect(bytesOf(await store.read(version))).rejects.toThrow(/503/);
});

test('a store that cannot be used is told of at the start', async () => {
  const wrong: [Partial<S3StoreOptions>, RegExp][] = [
    [{ bucket: 'unknown' }, /bucket unknown .* NoSuchBucket/],
    [{ secretAccessKey: 'wrong' }, /SignatureDoesNotMatch/],
    [{ endpoint: 'http://127.0.0.1:1/' }, /cannot be reached/],
  ];
  for (const [options, message] of wrong) {
    const other = storeWith(options);
    await expect(other.start()).rejects.toThrow(message);
    await other.close();
  }
});

test('writes that a crash cut off are given up at a later start', async () => {
  await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: 'objects/old' }));
  await storeWith().start();
  expect(await pending()).toBe(1);
  await storeWith({ prefix: 'other/', clock: { now: () => Date.now() } }).start();
  expect(await pending()).toBe(1);
  await backend.database.run(
    "update storage.s3_multipart_uploads set created_at = now() - interval '2 days'",
  );
  await storeWith().start();
  expect(await pending()).toBe(0);
});

test('a project whose files live in an object store works as any other', async () => {
  const project = await startStorage({
    settings: {
      'storage.backend': 's3',
      'storage.s3_backend.endpoint': `${backend.url}/storage/v1/s3`,
      'storage.s3_backend.bucket': bucket,
      'storage.s3_backend.prefix': 'project/',
      'storage.s3_backend.access_key_id': keyPairOf(backend).accessKeyId,
      'storage.s3_backend.secret_access_key': keyPairOf(backend).secretAccessKey,
      'storage.s3_backend.force_path_style': true,
    },
  });
  try {
    const { storage } = project.service;
    await storage.createBucket('files', { public: true });
    const files = storage.from('files');
    const content = randomBytes(7 * mebibyte);
    expect((await files.upload('ü/large.bin', content)).error).toBeNull();
    await files.upload('small.txt', 'hello');
    await files.copy('small.txt', 'copy.txt');
    await files.move('small.txt', 'moved.txt');
    const { data } = await files.download('ü/large.bin');
    expect(content.equals(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0)))).toBe(
      true,
    );
    expect(await (await files.download('copy.txt')).data?.text()).toBe('hello');
    expect(await (await files.download('moved.txt')).data?.text()).toBe('hello');
    const ranged = await project.call('/object/public/files/%C3%BC/large.bin', {
      headers: { range: 'bytes=5242870-5242890' },
    });
    const part = Buffer.from(await ranged.arrayBuffer());
    expect(part.equals(content.subarray(5_242_870, 5_242_891))).toBe(true);
    const stored = await backend.database
      .as('postgres')
      .query<{ name: string }>(sql`select name from storage.objects where name like 'project/%'`);
    expect(stored).toHaveLength(3);
    expect(stored.every(({ name }) => /^project\/objects\/[0-9a-f-]{36}$/.test(name))).toBe(true);
    await files.remove(['ü/large.bin']);
    expect((await files.download('ü/large.bin')).error).not.toBeNull();
  } finally {
    await project.close();
  }
});

test('settings that lack a part of the store are told of at the start', async () => {
  const starting = startStorage({ settings: { 'storage.backend': 's3' } });
  await expect(starting).rejects.toThrow(/set bucket, access_key_id and secret_access_key/);
});
