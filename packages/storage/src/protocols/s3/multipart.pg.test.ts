import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { s3Failure } from '../../../test/adapters/failure.ts';
import { s3Client } from '../../../test/adapters/s3-client.ts';
import { type StorageBackend, startStorage } from '../../../test/adapters/storage-backend.ts';

let backend: StorageBackend;
let s3: S3Client;
const Bucket = 'files';
const mebibyte = 1_048_576;

beforeAll(async () => {
  backend = await startStorage({ settings: { 'storage.file_size_limit': 200 * mebibyte } });
  s3 = s3Client(backend);
  await s3.send(new CreateBucketCommand({ Bucket }));
});
afterAll(async () => {
  s3.destroy();
  await backend.close();
});

const md5 = (bytes: Uint8Array): Buffer => createHash('md5').update(bytes).digest();

async function begin(
  Key: string,
  more: object = {},
): Promise<{ Bucket: string; Key: string; UploadId: string }> {
  const { UploadId = '' } = await s3.send(
    new CreateMultipartUploadCommand({ Bucket, Key, ...more }),
  );
  return { Bucket, Key, UploadId };
}

const send = (
  upload: { Bucket: string; Key: string; UploadId: string },
  PartNumber: number,
  Body: Uint8Array | string,
) => s3.send(new UploadPartCommand({ ...upload, PartNumber, Body }));

const complete = (
  upload: { Bucket: string; Key: string; UploadId: string },
  Parts: readonly { PartNumber: number; ETag: string | undefined }[],
) =>
  s3.send(
    new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: [...Parts] } }),
  );

const bytesOf = async (Key: string): Promise<Buffer> => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
};

/** Files that uploads have left in the store. */
const leftovers = (): string[] => {
  const folder = join(backend.storageFolder, 'uploads');
  return existsSync(folder) ? readdirSync(folder) : [];
};

test('lib-storage uploads many parts at once; what comes back is what went in', async () => {
  const content = randomBytes(63 * mebibyte);
  const upload = new Upload({
    client: s3,
    params: { Bucket, Key: 'large', Body: content, ContentType: 'video/mp4', Metadata: { a: '1' } },
    partSize: 5 * mebibyte,
    queueSize: 4,
  });
  const { ETag } = await upload.done();
  const parts = Array.from({ length: 13 }, (_, index) =>
    content.subarray(index * 5 * mebibyte, (index + 1) * 5 * mebibyte),
  );
  const etag = `"${md5(Buffer.concat(parts.map(md5))).toString('hex')}-13"`;
  expect(ETag).toBe(etag);
  expect((await bytesOf('large')).equals(content)).toBe(true);
  const head = await s3.send(new HeadObjectCommand({ Bucket, Key: 'large' }));
  expect(head).toMatchObject({
    ContentLength: content.length,
    ContentType: 'video/mp4',
    Metadata: { a: '1' },
    ETag: etag,
  });
  expect(leftovers()).toEqual([]);
});

test('parts come in any order, again, and at once; the last of each number counts', async () => {
  const upload = await begin('mixed');
  const [first, second] = [randomBytes(5 * mebibyte), randomBytes(100)];
  await send(upload, 7, second);
  const stale = await send(upload, 2, 'a part that is sent again');
  const attempts = await Promise.all([send(upload, 2, first), send(upload, 2, first)]);
  const listed = await s3.send(new ListPartsCommand(upload));
  expect(listed.Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
    [2, first.length],
    [7, 100],
  ]);
  const ETag = listed.Parts?.[1]?.ETag;
  const wrong = complete(upload, [{ PartNumber: 2, ETag: stale.ETag }]);
  expect(await s3Failure(wrong)).toEqual(['InvalidPart', 400]);
  await complete(upload, [
    { PartNumber: 2, ETag: attempts[0]?.ETag },
    { PartNumber: 7, ETag },
  ]);
  expect((await bytesOf('mixed')).equals(Buffer.concat([first, second]))).toBe(true);
  expect(leftovers()).toEqual([]);
});

test('what cannot be completed says why, and stays to be completed', async () => {
  const upload = await begin('picky');
  const small = await send(upload, 1, 'small');
  const last = await send(upload, 2, 'last');
  const one = { PartNumber: 1, ETag: small.ETag };
  const two = { PartNumber: 2, ETag: last.ETag };
  expect(await s3Failure(complete(upload, [one, two]))).toEqual(['EntityTooSmall', 400]);
  expect(await s3Failure(complete(upload, [two, one]))).toEqual(['InvalidPartOrder', 400]);
  expect(await s3Failure(complete(upload, [one, one]))).toEqual(['InvalidPartOrder', 400]);
  const unknown = complete(upload, [{ PartNumber: 3, ETag: last.ETag }]);
  expect(await s3Failure(unknown)).toEqual(['InvalidPart', 400]);
  await complete(upload, [one]);
  expect((await bytesOf('picky')).toString()).toBe('small');
  expect(await s3Failure(complete(upload, [one]))).toEqual(['NoSuchUpload', 404]);
});

test('an upload that is aborted is gone with all it wrote; its bucket can be deleted then', async () => {
  await s3.send(new CreateBucketCommand({ Bucket: 'pending' }));
  const { UploadId = '' } = await s3.send(
    new CreateMultipartUploadCommand({ Bucket: 'pending', Key: 'a' }),
  );
  const upload = { Bucket: 'pending', Key: 'a', UploadId };
  await send(upload, 1, 'a part');
  expect(leftovers()).toContain(UploadId);
  const early = s3.send(new DeleteBucketCommand({ Bucket: 'pending' }));
  expect((await s3Failure(early))[1]).toBe(409);
  await s3.send(new AbortMultipartUploadCommand(upload));
  expect(leftovers()).not.toContain(UploadId);
  const calls = [
    () => s3.send(new AbortMultipartUploadCommand(upload)),
    () => s3.send(new ListPartsCommand(upload)),
    () => send(upload, 2, 'late'),
  ];
  for (const call of calls) expect(await s3Failure(call())).toEqual(['NoSuchUpload', 404]);
  await s3.send(new DeleteBucketCommand({ Bucket: 'pending' }));
});

test('an upload belongs to its bucket and key', async () => {
  const upload = await begin('mine');
  for (const other of [{ Key: 'yours' }, { UploadId: 'none' }, { UploadId: crypto.randomUUID() }]) {
    expect(await s3Failure(send({ ...upload, ...other }, 1, 'x'))).toEqual(['NoSuchUpload', 404]);
  }
  await s3.send(new AbortMultipartUploadCommand(upload));
});

test('parts are copied from objects, whole or a range', async () => {
  await s3.send(new PutObjectCommand({ Bucket, Key: 'source', Body: '0123456789' }));
  const upload = await begin('copied');
  const copy = (PartNumber: number, more: object = {}) =>
    s3.send(
      new UploadPartCopyCommand({ ...upload, PartNumber, CopySource: `${Bucket}/source`, ...more }),
    );
  const { CopyPartResult } = await copy(1, { CopySourceRange: 'bytes=3-6' });
  for (const CopySourceRange of ['bytes=-5', 'bytes=5-', 'bytes=5-10', 'bytes=6-5', 'x']) {
    expect(await s3Failure(copy(2, { CopySourceRange }))).toEqual(['InvalidArgument', 400]);
  }
  expect(await s3Failure(copy(2, { CopySource: `${Bucket}/none` }))).toEqual(['NoSuchKey', 404]);
  await complete(upload, [{ PartNumber: 1, ETag: CopyPartResult?.ETag }]);
  expect((await bytesOf('copied')).toString()).toBe('3456');
});

test('lists of uploads and parts go by page', async () => {
  const uploads = [await begin('list/a'), await begin('list/a'), await begin('list/b/c')];
  const list = (more: object) =>
    s3.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'list/', ...more }));
  const found: (string | undefined)[] = [];
  let markers: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
  for (;;) {
    const page = await list({ MaxUploads: 1, ...markers });
    found.push(...(page.Uploads ?? []).map(({ UploadId }) => UploadId));
    if (page.IsTruncated !== true) break;
    markers = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
  expect(found.sort()).toEqual(uploads.map(({ UploadId }) => UploadId).sort());
  const folders = await list({ Delimiter: '/' });
  expect(folders.Uploads?.map(({ Key }) => Key)).toEqual(['list/a', 'list/a']);
  expect(folders.CommonPrefixes).toEqual([{ Prefix: 'list/b/' }]);
  const after = await list({ Delimiter: '/', KeyMarker: 'list/b/' });
  expect([after.Uploads, after.CommonPrefixes]).toEqual([undefined, undefined]);
  const [first] = uploads;
  if (first === undefined) throw new Error('there is an upload');
  for (const number of [1, 2, 3]) await send(first, number, `part ${number}`);
  const page = await s3.send(new ListPartsCommand({ ...first, MaxParts: 2 }));
  expect(page).toMatchObject({ IsTruncated: true, NextPartNumberMarker: '2' });
  const rest = await s3.send(new ListPartsCommand({ ...first, PartNumberMarker: '2' }));
  expect(rest.Parts?.map(({ PartNumber }) => PartNumber)).toEqual([3]);
  for (const upload of uploads) await s3.send(new AbortMultipartUploadCommand(upload));
});

test('the limit of a bucket holds for the sum of the parts', async () => {
  await backend.service.storage.createBucket('small', {
    public: false,
    fileSizeLimit: 6 * mebibyte,
  });
  const { UploadId = '' } = await s3.send(
    new CreateMultipartUploadCommand({ Bucket: 'small', Key: 'a' }),
  );
  const upload = { Bucket: 'small', Key: 'a', UploadId };
  await send(upload, 1, Buffer.alloc(5 * mebibyte));
  const second = Buffer.alloc(2 * mebibyte);
  expect(await s3Failure(send(upload, 2, second))).toEqual(['EntityTooLarge', 413]);
  expect(await s3Failure(send(upload, 2, Buffer.alloc(7 * mebibyte)))).toEqual([
    'EntityTooLarge',
    413,
  ]);
  const { Parts } = await s3.send(new ListPartsCommand(upload));
  expect(Parts?.map(({ PartNumber }) => PartNumber)).toEqual([1]);
  await send(upload, 1, Buffer.alloc(3 * mebibyte));
  await send(upload, 2, second);
  await s3.send(new AbortMultipartUploadCommand(upload));
});

test('part numbers have bounds', async () => {
  const upload = await begin('numbers');
  for (const number of [0, 10_001, -1]) {
    expect(await s3Failure(send(upload, number, 'x'))).toEqual(['InvalidArgument', 400]);
  }
  await send(upload, 10_000, 'x');
  await s3.send(new AbortMultipartUploadCommand(upload));
});

test('an upload in parts makes an object only where there is none, if asked so', async () => {
  await s3.send(new PutObjectCommand({ Bucket, Key: 'taken', Body: 'first' }));
  const upload = await begin('taken');
  const { ETag } = await send(upload, 1, 'second');
  const second = s3.send(
    new CompleteMultipartUploadCommand({
      ...upload,
      IfNoneMatch: '*',
      MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] },
    }),
  );
  expect(await s3Failure(second)).toEqual(['PreconditionFailed', 412]);
  expect((await bytesOf('taken')).toString()).toBe('first');
  await complete(upload, [{ PartNumber: 1, ETag }]);
  expect((await bytesOf('taken')).toString()).toBe('second');
});
