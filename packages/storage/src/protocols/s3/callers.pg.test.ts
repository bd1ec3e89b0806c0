import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { sql } from '@plinth/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { s3Failure } from '../../../test/adapters/failure.ts';
import { keyPairOf, s3Client, s3ClientOf, sendByHand } from '../../../test/adapters/s3-client.ts';
import { type StorageBackend, startStorage } from '../../../test/adapters/storage-backend.ts';

const ada = '00000000-0000-4000-8000-00000000000a';
const bob = '00000000-0000-4000-8000-00000000000b';
const Bucket = 'private';

/** Everybody has the folder of their own id. */
const schema = `
  create policy own_folder on storage.objects for all to authenticated
    using (bucket_id = 'private' and (storage.foldername(name))[1] = (select auth.uid()::text))
    with check (bucket_id = 'private' and (storage.foldername(name))[1] = (select auth.uid()::text));
  create policy listed_by_s3 on storage.objects for select to authenticated
    using (bucket_id = 'private' and name = 'shared' and storage.allow_any_operation(array['s3.object.list']));
`;

let backend: StorageBackend;
let service: S3Client;
let asAda: S3Client;
let asBob: S3Client;

beforeAll(async () => {
  backend = await startStorage({ schema });
  service = s3Client(backend);
  asAda = s3ClientOf(backend, await backend.token(ada));
  asBob = s3ClientOf(backend, await backend.token(bob));
  await service.send(new CreateBucketCommand({ Bucket }));
  await service.send(new PutObjectCommand({ Bucket, Key: 'shared', Body: 'shared' }));
});
afterAll(() => backend.close());

test('a session token speaks for its user: policies decide, and the object is theirs', async () => {
  const Key = `${ada}/note.txt`;
  await asAda.send(new PutObjectCommand({ Bucket, Key, Body: 'mine' }));
  const { Body } = await asAda.send(new GetObjectCommand({ Bucket, Key }));
  expect(await Body?.transformToString()).toBe('mine');
  const [row] = await backend.database
    .as('postgres')
    .query<{ owner_id: string }>(sql`select owner_id from storage.objects where name = ${Key}`);
  expect(row?.owner_id).toBe(ada);
  expect(await s3Failure(asBob.send(new GetObjectCommand({ Bucket, Key })))).toEqual([
    'NoSuchKey',
    404,
  ]);
  const overwrite = asBob.send(new PutObjectCommand({ Bucket, Key, Body: 'theirs' }));
  expect(await s3Failure(overwrite)).toEqual(['AccessDenied', 403]);
  const copied = asBob.send(
    new CopyObjectCommand({ Bucket, Key: `${bob}/stolen`, CopySource: `${Bucket}/${Key}` }),
  );
  expect(await s3Failure(copied)).toEqual(['NoSuchKey', 404]);
  expect(await s3Failure(asBob.send(new DeleteObjectCommand({ Bucket, Key })))).toEqual([
    'AccessDenied',
    403,
  ]);
  const many = await asBob.send(
    new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key }, { Key: 'never' }] } }),
  );
  expect(many.Errors).toMatchObject([{ Key, Code: 'AccessDenied' }]);
  expect(many.Deleted).toEqual([{ Key: 'never' }]);
});

test('lists show what policies show; buckets need one of their own', async () => {
  await asBob.send(new PutObjectCommand({ Bucket, Key: `${bob}/b`, Body: 'b' }));
  const { Contents } = await asBob.send(new ListObjectsV2Command({ Bucket }));
  expect(Contents?.map(({ Key }) => Key)).toEqual([`${bob}/b`, 'shared']);
  const read = asBob.send(new GetObjectCommand({ Bucket, Key: 'shared' }));
  expect(await s3Failure(read)).toEqual(['NoSuchKey', 404]);
  expect((await asBob.send(new ListBucketsCommand({}))).Buckets).toEqual([]);
  const made = asBob.send(new CreateBucketCommand({ Bucket: 'theirs' }));
  expect(await s3Failure(made)).toEqual(['AccessDenied', 403]);
});

test('an upload in parts is asked about at every step, and belongs to who began it', async () => {
  const Key = `${ada}/parts`;
  const begin = (client: S3Client) =>
    client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  expect(await s3Failure(begin(asBob))).toEqual(['AccessDenied', 403]);
  const { UploadId } = await begin(asAda);
  const upload = { Bucket, Key, UploadId };
  const part = (client: S3Client) =>
    client.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: 'part' }));
  expect(await s3Failure(part(asBob))).toEqual(['NoSuchUpload', 404]);
  const { ETag } = await part(asAda);
  expect(await s3Failure(asBob.send(new ListPartsCommand(upload)))).toEqual(['NoSuchUpload', 404]);
  expect((await asAda.send(new ListPartsCommand(upload))).Parts).toHaveLength(1);
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
  const complete = (client: S3Client) =>
    client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload }));
  expect(await s3Failure(complete(asBob))).toEqual(['NoSuchUpload', 404]);
  await backend.database.run('alter policy own_folder on storage.objects to anon');
  expect(await s3Failure(part(asAda))).toEqual(['AccessDenied', 403]);
  expect(await s3Failure(complete(asAda))).toEqual(['AccessDenied', 403]);
  await backend.database.run('alter policy own_folder on storage.objects to authenticated');
  await complete(asAda);
  const { Body } = await asAda.send(new GetObjectCommand({ Bucket, Key }));
  expect(await Body?.transformToString()).toBe('part');
});

test('the publishable key will do in place of the anon key', async () => {
  const client = s3Client(backend, {
    credentials: {
      accessKeyId: 'default',
      secretAccessKey: backend.publishableKey,
      sessionToken: await backend.token(ada),
    },
  });
  await client.send(new PutObjectCommand({ Bucket, Key: `${ada}/new-key`, Body: 'x' }));
});

test('tokens and keys that are not right are refused', async () => {
  const put = (credentials: {
    accessKeyId: string;
    secretAccessKey: string;
    sessionToken?: string;
  }) =>
    s3Failure(
      s3Client(backend, { credentials }).send(
        new PutObjectCommand({ Bucket, Key: `${ada}/refused`, Body: 'x' }),
      ),
    );
  const token = await backend.token(ada);
  const session = { accessKeyId: 'default', secretAccessKey: backend.anonKey };
  const forged = `${token.slice(0, -4)}AAAA`;
  expect(await put({ ...session, sessionToken: forged })).toEqual(['InvalidToken', 400]);
  expect(await put({ ...session, sessionToken: 'nonsense' })).toEqual(['InvalidToken', 400]);
  expect(await put({ ...session, accessKeyId: 'other', sessionToken: token })).toEqual([
    'InvalidAccessKeyId',
    403,
  ]);
  expect(await put({ ...session, secretAccessKey: 'other', sessionToken: token })).toEqual([
    'SignatureDoesNotMatch',
    403,
  ]);
  // Without a token the anon key opens nothing: browsers hold it.
  expect(await put(session)).toEqual(['InvalidAccessKeyId', 403]);
  const keyPair = keyPairOf(backend);
  expect(await put({ ...keyPair, secretAccessKey: 'other' })).toEqual([
    'SignatureDoesNotMatch',
    403,
  ]);
  // The key pair does not lend its rights to a token.
  expect(await put({ ...keyPair, sessionToken: token })).toEqual(['InvalidAccessKeyId', 403]);
});

test('a token that expires while it is in use is told apart', async () => {
  const { SignJWT } = await import('jose');
  const expired = await new SignJWT({ sub: ada, role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(Math.floor(Date.now() / 1000) - 3_600)
    .sign(new TextEncoder().encode(backend.jwtSecret));
  const client = s3ClientOf(backend, expired);
  const read = client.send(new GetObjectCommand({ Bucket, Key: 'a' }));
  expect(await s3Failure(read)).toEqual(['ExpiredToken', 400]);
});

test('the key pair of the settings replaces the one that a project has by itself', async () => {
  const keyPair = { accessKeyId: 'given-id', secretAccessKey: 'given-secret' };
  const other = await startStorage({
    settings: {
      'storage.s3_protocol.access_key_id': keyPair.accessKeyId,
      'storage.s3_protocol.secret_access_key': keyPair.secretAccessKey,
      'storage.s3_protocol.region': 'eu-test-1',
    },
  });
  try {
    const list = { method: 'GET', path: '/' };
    expect((await sendByHand(other, { ...list, keyPair })).status).toBe(200);
    expect((await sendByHand(other, list)).code).toBe('InvalidAccessKeyId');
    const made = await sendByHand(other, { method: 'PUT', path: '/b', keyPair });
    expect(made.status).toBe(200);
    const where = { method: 'GET', path: '/b', query: [['location', '']] as const, keyPair };
    expect((await sendByHand(other, where)).text).toContain('>eu-test-1</LocationConstraint>');
  } finally {
    await other.close();
  }
});

test('switched off it is not there', async () => {
  const other = await startStorage({ settings: { 'storage.s3_protocol.enabled': false } });
  try {
    expect((await sendByHand(other, { method: 'GET', path: '/' })).status).toBe(404);
  } finally {
    await other.close();
  }
});
