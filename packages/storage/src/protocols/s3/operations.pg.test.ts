import { randomBytes } from 'node:crypto';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketAclCommand,
  GetBucketLocationCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { s3Failure as failure } from '../../../test/adapters/failure.ts';
import { s3Client } from '../../../test/adapters/s3-client.ts';
import { type StorageBackend, startStorage } from '../../../test/adapters/storage-backend.ts';

let backend: StorageBackend;
let s3: S3Client;
const Bucket = 'files';

beforeAll(async () => {
  backend = await startStorage();
  s3 = s3Client(backend);
  await s3.send(new CreateBucketCommand({ Bucket }));
});
afterAll(async () => {
  s3.destroy();
  await backend.close();
});

const put = (Key: string, Body: string | Uint8Array = Key) =>
  s3.send(new PutObjectCommand({ Bucket, Key, Body }));

const textOf = async (Key: string, bucket = Bucket): Promise<string | undefined> => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key }));
  return Body?.transformToString();
};

test('buckets are made, found, listed, described and deleted', async () => {
  const bucket = 'my bucket (1)';
  await s3.send(new CreateBucketCommand({ Bucket: bucket, ACL: 'public-read' }));
  expect(await failure(s3.send(new CreateBucketCommand({ Bucket: bucket })))).toEqual([
    'BucketAlreadyExists',
    409,
  ]);
  const { data } = await backend.service.storage.getBucket(bucket);
  expect(data?.public).toBe(true);
  const { Buckets } = await s3.send(new ListBucketsCommand({}));
  expect(Buckets?.map(({ Name }) => Name)).toEqual([Bucket, bucket]);
  expect(Buckets?.[0]?.CreationDate).toBeInstanceOf(Date);
  const head = await s3.send(new HeadBucketCommand({ Bucket: bucket }));
  expect(head.BucketRegion).toBe('local');
  const location = await s3.send(new GetBucketLocationCommand({ Bucket: bucket }));
  expect(location.LocationConstraint).toBe('local');
  const versioning = await s3.send(new GetBucketVersioningCommand({ Bucket: bucket }));
  expect(versioning.Status).toBe('Suspended');
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'a', Body: 'a' }));
  expect(await failure(s3.send(new DeleteBucketCommand({ Bucket: bucket })))).toEqual([
    'BucketNotEmpty',
    409,
  ]);
  await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'a' }));
  await s3.send(new DeleteBucketCommand({ Bucket: bucket }));
  const gone = s3.send(new HeadBucketCommand({ Bucket: bucket }));
  expect(await failure(gone)).toEqual(['NotFound', 404]);
  const missing = s3.send(new GetObjectCommand({ Bucket: bucket, Key: 'a' }));
  expect(await failure(missing)).toEqual(['NoSuchBucket', 404]);
});

test('an object comes back with its bytes, type, caching and metadata; the Storage API sees it too', async () => {
  const Body = randomBytes(400_000);
  const written = await s3.send(
    new PutObjectCommand({
      Bucket,
      Key: 'docs/a.bin',
      Body,
      ContentType: 'text/html; charset=utf-8',
      CacheControl: 'max-age=60',
      Metadata: { author: 'me', empty: '' },
    }),
  );
  const read = await s3.send(new GetObjectCommand({ Bucket, Key: 'docs/a.bin' }));
  expect(Body.equals((await read.Body?.transformToByteArray()) ?? Buffer.alloc(0))).toBe(true);
  const head = await s3.send(new HeadObjectCommand({ Bucket, Key: 'docs/a.bin' }));
  for (const answer of [read, head]) {
    expect(answer).toMatchObject({
      ContentLength: Body.length,
      ContentType: 'text/html; charset=utf-8',
      CacheControl: 'max-age=60',
      Metadata: { author: 'me', empty: '' },
      ETag: written.ETag,
    });
    expect(answer.LastModified).toBeInstanceOf(Date);
  }
  const { data } = await backend.service.storage.from(Bucket).info('docs/a.bin');
  expect(data).toMatchObject({ size: Body.length, metadata: { author: 'me' } });
  const download = await backend.service.storage.from(Bucket).download('docs/a.bin');
  expect(Body.equals(Buffer.from((await download.data?.arrayBuffer()) ?? new ArrayBuffer(0)))).toBe(
    true,
  );
});

test('what the Storage API wrote is read, with metadata that headers cannot carry counted', async () => {
  const metadata = { plain: 'yes', number: 7, word: '日本' };
  await backend.service.storage.from(Bucket).upload('from-api.txt', 'hello', { metadata });
  const head = await s3.send(new HeadObjectCommand({ Bucket, Key: 'from-api.txt' }));
  expect(head.Metadata).toEqual({ plain: 'yes' });
  expect(head.MissingMeta).toBe(2);
  expect(await textOf('from-api.txt')).toBe('hello');
});

test('keys of every script and spelling are the same object for both', async () => {
  const keys = [
    '日本/ファイル.txt',
    "it's (a) *file*! +1&2=3;4:5@6,$7.txt",
    'a//b',
    'ünï/çödé',
    '👩‍👩‍👧',
  ];
  for (const key of keys) {
    await put(key);
    expect(await textOf(key)).toBe(key);
  }
  const { Contents } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: '日本' }));
  expect(Contents?.map(({ Key }) => Key)).toEqual(['日本/ファイル.txt']);
});

test('an empty folder is the object that the Storage API keeps for it', async () => {
  await put('folder/', '');
  const { data } = await backend.service.storage.from(Bucket).list('folder');
  expect(data?.map(({ name }) => name)).toEqual(['.emptyFolderPlaceholder']);
});

test('ranges, conditions and what the URL asks to have instead', async () => {
  const { ETag } = await put('ranged', '0123456789');
  const get = (more: object) => s3.send(new GetObjectCommand({ Bucket, Key: 'ranged', ...more }));
  const ranges: [string, string, string][] = [
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=8-', '89', 'bytes 8-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=5-99', '56789', 'bytes 5-9/10'],
  ];
  for (const [Range, text, shown] of ranges) {
    const part = await get({ Range });
    expect([await part.Body?.transformToString(), part.ContentRange]).toEqual([text, shown]);
  }
  expect(await failure(get({ Range: 'bytes=10-' }))).toEqual(['InvalidRange', 416]);
  const past = new Date(0);
  const future = new Date(Date.now() + 86_400_000);
  expect((await failure(get({ IfNoneMatch: ETag })))[1]).toBe(304);
  expect((await failure(get({ IfModifiedSince: future })))[1]).toBe(304);
  expect(await failure(get({ IfMatch: '"other"' }))).toEqual(['PreconditionFailed', 412]);
  expect(await failure(get({ IfUnmodifiedSince: past }))).toEqual(['PreconditionFailed', 412]);
  for (const more of [{ IfMatch: ETag }, { IfNoneMatch: '"other"' }, { IfModifiedSince: past }]) {
    expect(await (await get(more)).Body?.transformToString()).toBe('0123456789');
  }
  const changed = await get({
    ResponseContentType: 'text/css',
    ResponseContentDisposition: 'attachment; filename="a.css"',
    ResponseCacheControl: 'no-store',
    ResponseContentEncoding: 'identity',
    ResponseContentLanguage: 'de',
    ResponseExpires: new Date(Date.UTC(2030, 0, 1)),
  });
  expect(changed).toMatchObject({
    ContentType: 'text/css',
    ContentDisposition: 'attachment; filename="a.css"',
    CacheControl: 'no-store',
    ContentEncoding: 'identity',
    ContentLanguage: 'de',
    ExpiresString: 'Tue, 01 Jan 2030 00:00:00 GMT',
  });
  await changed.Body?.transformToString();
});

test('an object is made only where there is none, if asked so: of many at once one succeeds', async () => {
  const attempts = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      failure(
        s3.send(
          new PutObjectCommand({ Bucket, Key: 'once', Body: String(index), IfNoneMatch: '*' }),
        ),
      ),
    ),
  );
  expect(attempts.filter(([name]) => name === 'none')).toHaveLength(1);
  expect(attempts.filter(([name]) => name === 'PreconditionFailed')).toHaveLength(9);
});

test('copies keep what describes the source or take it from the request', async () => {
  await s3.send(
    new PutObjectCommand({
      Bucket,
      Key: 'source ü.txt',
      Body: 'source',
      ContentType: 'text/plain',
      Metadata: { a: '1' },
    }),
  );
  const CopySource = `${Bucket}/${encodeURIComponent('source ü.txt')}`;
  const copy = await s3.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource }));
  const head = await s3.send(new HeadObjectCommand({ Bucket, Key: 'copy' }));
  expect(head).toMatchObject({ ContentType: 'text/plain', Metadata: { a: '1' } });
  expect(copy.CopyObjectResult?.ETag).toBe(head.ETag);
  await s3.send(
    new CopyObjectCommand({
      Bucket,
      Key: 'copy',
      CopySource: `/${CopySource}`,
      MetadataDirective: 'REPLACE',
      ContentType: 'text/css',
      Metadata: { b: '2' },
    }),
  );
  const replaced = await s3.send(new HeadObjectCommand({ Bucket, Key: 'copy' }));
  expect(replaced).toMatchObject({ ContentType: 'text/css', Metadata: { b: '2' } });
  expect(await textOf('copy')).toBe('source');
  const fails = (more: object) =>
    failure(s3.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource, ...more })));
  expect(await fails({ CopySourceIfMatch: '"x"' })).toEqual(['PreconditionFailed', 412]);
  expect(await fails({ CopySourceIfNoneMatch: head.ETag })).toEqual(['PreconditionFailed', 412]);
  expect(await fails({ CopySource: `${Bucket}/none` })).toEqual(['NoSuchKey', 404]);
  expect(await fails({ CopySource: 'nothing' })).toEqual(['InvalidArgument', 400]);
  expect(await fails({ CopySource: `${Bucket}/%zz` })).toEqual(['InvalidArgument', 400]);
});

test('lists are in byte order, by page, by folder, encoded', async () => {
  const bucket = 'lists';
  await s3.send(new CreateBucketCommand({ Bucket: bucket }));
  const keys = ['a', 'a/1', 'a/2', 'a/b/3', 'b', 'c d/e+f', 'Z', 'ä', 'é'].sort((left, right) =>
    Buffer.compare(Buffer.from(left), Buffer.from(right)),
  );
  for (const Key of keys) {
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body: Key }));
  }
  const list = (more: object) => s3.send(new ListObjectsV2Command({ Bucket: bucket, ...more }));
  const names = ({ Contents }: { Contents?: { Key?: string | undefined }[] | undefined }) =>
    Contents?.map(({ Key }) => Key) ?? [];
  const all = await list({});
  expect(names(all)).toEqual(keys);
  expect(all).toMatchObject({ IsTruncated: false, KeyCount: keys.length, MaxKeys: 1000 });
  expect(all.Contents?.[0]).toMatchObject({ Size: 1, StorageClass: 'STANDARD' });

  const found: (string | undefined)[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await list({ MaxKeys: 2, ContinuationToken });
    expect(page.KeyCount).toBeLessThanOrEqual(2);
    found.push(...names(page));
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
  expect(found).toEqual(keys);

  const folders = await list({ Delimiter: '/' });
  expect(names(folders)).toEqual(keys.filter((key) => !key.includes('/')));
  expect(folders.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(['a/', 'c d/']);
  const inside = await list({ Delimiter: '/', Prefix: 'a/' });
  expect([names(inside), inside.CommonPrefixes]).toEqual([['a/1', 'a/2'], [{ Prefix: 'a/b/' }]]);
  expect(names(await list({ StartAfter: 'b' }))).toEqual(keys.filter((key) => key > 'b'));
  expect(await list({ MaxKeys: 0 })).toMatchObject({ KeyCount: 0, IsTruncated: false });
  const encoded = await list({ EncodingType: 'url', Prefix: 'c', Delimiter: '+' });
  expect(encoded.CommonPrefixes).toEqual([{ Prefix: 'c%20d/e%2B' }]);

  const first = await s3.send(
    new ListObjectsCommand({ Bucket: bucket, Delimiter: '/', MaxKeys: 3 }),
  );
  expect(first).toMatchObject({ IsTruncated: true, NextMarker: 'a/' });
  const second = await s3.send(
    new ListObjectsCommand({ Bucket: bucket, Delimiter: '/', Marker: first.NextMarker }),
  );
  expect(names(second)).toEqual(['b', 'ä', 'é']);
  expect(await failure(list({ ContinuationToken: '!' }))).toEqual(['InvalidParameter', 400]);
  const unknown = s3.send(new ListObjectsV2Command({ Bucket: 'unknown' }));
  expect(await failure(unknown)).toEqual(['NoSuchBucket', 404]);
});

test('deleting is idempotent, one by one and a thousand at once', async () => {
  await put('one');
  for (const Key of ['one', 'one', 'never']) {
    const { $metadata } = await s3.send(new DeleteObjectCommand({ Bucket, Key }));
    expect($metadata.httpStatusCode).toBe(204);
  }
  await Promise.all(['m/1', 'm/(2)&', 'm/3'].map((key) => put(key)));
  const Objects = ['m/1', 'm/(2)&', 'm/none'].map((Key) => ({ Key }));
  const many = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
  expect(many.Deleted).toEqual(Objects);
  const quiet = await s3.send(
    new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'm/3' }], Quiet: true } }),
  );
  expect([quiet.Deleted, quiet.Errors]).toEqual([undefined, undefined]);
  const { KeyCount } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'm/' }));
  expect(KeyCount).toBe(0);
  const tooMany = Array.from({ length: 1_001 }, (_, index) => ({ Key: `k${index}` }));
  const refused = s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: tooMany } }));
  expect(await failure(refused)).toEqual(['MalformedXML', 400]);
});

test('objects have no tags; what Plinth does not have is refused, not ignored', async () => {
  await put('tagged');
  const { TagSet } = await s3.send(new GetObjectTaggingCommand({ Bucket, Key: 'tagged' }));
  expect(TagSet).toEqual([]);
  expect(await failure(s3.send(new GetBucketAclCommand({ Bucket })))).toEqual([
    'NotImplemented',
    501,
  ]);
  const encrypted = s3.send(
    new PutObjectCommand({
      Bucket,
      Key: 'x',
      Body: 'x',
      SSECustomerAlgorithm: 'AES256',
      SSECustomerKey: randomBytes(32).toString('base64'),
    }),
  );
  expect(await failure(encrypted)).toEqual(['NotImplemented', 501]);
  const version = s3.send(new GetObjectCommand({ Bucket, Key: 'tagged', VersionId: 'v2' }));
  expect(await failure(version)).toEqual(['NotImplemented', 501]);
});

test('every kind of checksum of the official client is verified, and wrong ones are refused', async () => {
  for (const ChecksumAlgorithm of ['CRC32', 'CRC32C', 'SHA1', 'SHA256'] as const) {
    const Key = `checked-${ChecksumAlgorithm}`;
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'hello', ChecksumAlgorithm }));
    expect(await textOf(Key)).toBe('hello');
  }
  const wrong = [
    { ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==' },
    { ChecksumCRC32: 'AAAAAA==' },
    { ChecksumCRC64NVME: 'AAAAAAAAAAA=' },
    { ChecksumSHA256: Buffer.alloc(32).toString('base64') },
  ];
  for (const claim of wrong) {
    const write = s3.send(new PutObjectCommand({ Bucket, Key: 'wrong', Body: 'hello', ...claim }));
    expect(await failure(write)).toEqual(['BadDigest', 400]);
  }
  expect(await failure(textOf('wrong'))).toEqual(['NoSuchKey', 404]);
});
