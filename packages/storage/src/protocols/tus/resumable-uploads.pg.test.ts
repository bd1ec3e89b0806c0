import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from '@plinth/postgres';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StorageBackend, startStorage } from '../../../test/adapters/storage-backend.ts';
import { accessToken, tusPaused, tusUpload } from '../../../test/adapters/tus-client.ts';

const content = randomBytes(1_000_000);
const ada = '0a000000-0000-4000-8000-00000000000a';
const allow = `create policy mine on storage.objects for insert to authenticated
  with check (bucket_id = 'private' and owner_id = auth.uid()::text)`;

let backend: StorageBackend;
beforeAll(async () => {
  backend = await startStorage({ schema: allow });
  const { storage } = backend.service;
  await storage.createBucket('files', { public: true });
  await storage.createBucket('private');
  await storage.createBucket('small', { public: false, fileSizeLimit: 1000 });
  await storage.createBucket('pictures', { public: false, allowedMimeTypes: ['image/*'] });
});
afterAll(() => backend.close());

const to = (bucketName: string, objectName: string, more: Record<string, string> = {}) => ({
  metadata: { bucketName, objectName, ...more },
});

async function stored(bucket: string, key: string): Promise<Buffer | undefined> {
  const { data } = await backend.service.storage.from(bucket).download(key);
  return data === null ? undefined : Buffer.from(await data.arrayBuffer());
}

test('a file arrives with its type, its cache time and what the application says of it', async () => {
  const outcome = await tusUpload(backend, content, {
    ...to('files', 'a/ä file.bin', {
      contentType: 'image/x-thing',
      cacheControl: '3600',
      metadata: JSON.stringify({ by: 'ada' }),
    }),
    chunkSize: 300_000,
  });
  expect(outcome.status).toBeUndefined();
  expect(outcome.url).toContain(`${backend.api}/upload/resumable/`);
  expect((await stored('files', 'a/ä file.bin'))?.equals(content)).toBe(true);
  const { data } = await backend.service.storage.from('files').info('a/ä file.bin');
  expect(data).toMatchObject({
    size: content.length,
    contentType: 'image/x-thing',
    cacheControl: 'max-age=3600',
    metadata: { by: 'ada' },
  });
});

test('the ETag is the one that an ordinary upload of the same bytes has', async () => {
  await tusUpload(backend, content, { ...to('files', 'etag-1'), chunkSize: 123_457 });
  await backend.service.storage.from('files').upload('etag-2', content);
  const [one, two] = await Promise.all(
    ['etag-1', 'etag-2'].map(
      async (key) => (await backend.service.storage.from('files').info(key)).data,
    ),
  );
  expect(one?.etag).toBe(two?.etag);
});

test('with bytes in the creation, one request is enough', async () => {
  const methods: string[] = [];
  const outcome = await tusUpload(backend, content, {
    ...to('files', 'at-once'),
    uploadDataDuringCreation: true,
    onBeforeRequest: (request) => void methods.push(request.getMethod()),
  });
  expect(outcome.status).toBeUndefined();
  expect(methods).toEqual(['POST']);
  expect((await stored('files', 'at-once'))?.equals(content)).toBe(true);
});

test('an empty file is an object too', async () => {
  expect((await tusUpload(backend, Buffer.alloc(0), to('files', 'empty'))).status).toBeUndefined();
  expect((await stored('files', 'empty'))?.length).toBe(0);
});

test('a paused upload goes on where it was', async () => {
  const url = await tusPaused(backend, content, 2, {
    ...to('files', 'paused'),
    chunkSize: 250_000,
  });
  expect(await stored('files', 'paused')).toBeUndefined();
  const offsets: number[] = [];
  const outcome = await tusUpload(backend, content, {
    ...to('files', 'paused'),
    uploadUrl: url,
    onProgress: (sent) => void offsets.push(sent),
  });
  expect(outcome.status).toBeUndefined();
  expect(offsets[0]).toBeGreaterThanOrEqual(500_000);
  expect((await stored('files', 'paused'))?.equals(content)).toBe(true);
});

test('the length may be told at the end', async () => {
  const source = Readable.from([content.subarray(0, 300_000), content.subarray(300_000)]);
  const outcome = await new Promise((resolve, reject) => {
    new Upload(source as never, {
      endpoint: `${backend.api}/upload/resumable`,
      headers: { authorization: `Bearer ${backend.serviceRoleKey}` },
      ...to('files', 'deferred'),
      uploadLengthDeferred: true,
      chunkSize: 200_000,
      retryDelays: null,
      onError: reject,
      onSuccess: () => resolve('done'),
    }).start();
  });
  expect(outcome).toBe('done');
  expect((await stored('files', 'deferred'))?.equals(content)).toBe(true);
});

test('a terminated upload is gone, and so are its bytes', async () => {
  const url = await tusPaused(backend, content, 1, {
    ...to('files', 'stopped'),
    chunkSize: 100_000,
  });
  const headers = { authorization: `Bearer ${backend.serviceRoleKey}` };
  await Upload.terminate(url, { headers, retryDelays: null } as never);
  const outcome = await tusUpload(backend, content, { uploadUrl: url, endpoint: null });
  expect(outcome.status).toBe(404);
  expect(await stored('files', 'stopped')).toBeUndefined();
});

test('a user uploads what policies allow, and owns it', async () => {
  const authorization = `Bearer ${await accessToken(backend, ada)}`;
  const outcome = await tusUpload(backend, content, {
    ...to('private', 'mine'),
    headers: { authorization },
    chunkSize: 400_000,
  });
  expect(outcome.status).toBeUndefined();
  const [row] = await backend.database
    .as()
    .query<{ owner_id: string }>(sql`select owner_id from storage.objects where name = 'mine'`);
  expect(row?.owner_id).toBe(ada);
  const refused = await tusUpload(backend, content, {
    ...to('files', 'not-mine'),
    headers: { authorization },
  });
  expect(refused).toMatchObject({
    status: 403,
    message: 'new row violates row-level security policy',
  });
});

test('who learns the URL of an upload cannot take it over, or end it', async () => {
  const mallory = '0b000000-0000-4000-8000-00000000000b';
  const options = { ...to('private', 'theirs'), chunkSize: 300_000 };
  const headers = { authorization: `Bearer ${await accessToken(backend, ada)}` };
  const foreign = { authorization: `Bearer ${await accessToken(backend, mallory)}` };
  const url = await tusPaused(backend, content, 1, { ...options, headers });
  const taken = await tusUpload(backend, content, {
    ...options,
    headers: foreign,
    uploadUrl: url,
    endpoint: null,
  });
  expect(taken.status).toBe(404);
  const ended = Upload.terminate(url, { headers: foreign, retryDelays: null } as never);
  await expect(ended).rejects.toThrow('404');
  const own = await tusUpload(backend, content, { ...options, headers, uploadUrl: url });
  expect(own.status).toBeUndefined();
  expect((await stored('private', 'theirs'))?.equals(content)).toBe(true);
});

test('a policy that is taken away in the middle stops the upload; given back, it goes on', async () => {
  const authorization = `Bearer ${await accessToken(backend, ada)}`;
  const options = { ...to('private', 'changed'), headers: { authorization }, chunkSize: 300_000 };
  const url = await tusPaused(backend, content, 1, options);
  await backend.database.run('drop policy mine on storage.objects');
  const refused = await tusUpload(backend, content, { ...options, uploadUrl: url });
  expect(refused.status).toBe(403);
  const terminate = Upload.terminate(url, {
    headers: { authorization },
    retryDelays: null,
  } as never);
  await expect(terminate).rejects.toThrow('403');
  await backend.database.run(allow);
  expect(
    (await tusUpload(backend, content, { ...options, uploadUrl: url })).status,
  ).toBeUndefined();
  expect((await stored('private', 'changed'))?.equals(content)).toBe(true);
});

test('an object is replaced only where the client asks for it', async () => {
  await backend.service.storage.from('files').upload('taken', 'before');
  const refused = await tusUpload(backend, content, to('files', 'taken'));
  expect(refused).toMatchObject({ status: 409, message: 'The resource already exists' });
  expect((await stored('files', 'taken'))?.toString()).toBe('before');
  const headers = { 'x-upsert': 'true' };
  const replaced = await tusUpload(backend, content, { ...to('files', 'taken'), headers });
  expect(replaced.status).toBeUndefined();
  expect((await stored('files', 'taken'))?.equals(content)).toBe(true);
});

test('of two uploads of one new name one is stored, and the other is told', async () => {
  const slow = await tusPaused(backend, content, 1, { ...to('files', 'race'), chunkSize: 500_000 });
  await backend.service.storage.from('files').upload('race', 'was faster');
  const late = await tusUpload(backend, content, { ...to('files', 'race'), uploadUrl: slow });
  expect(late).toMatchObject({ status: 409, message: 'The resource already exists' });
  expect((await stored('files', 'race'))?.toString()).toBe('was faster');
});

test('limits of a bucket hold: bytes and types', async () => {
  expect(await tusUpload(backend, content, to('small', 'big'))).toMatchObject({
    status: 413,
    message: 'Maximum size exceeded\n',
  });
  expect(
    await tusUpload(backend, content, to('pictures', 'x', { contentType: 'text/plain' })),
  ).toMatchObject({ status: 415, message: 'mime type text/plain is not supported' });
  // Saying nothing is no way round a bucket's types.
  expect((await tusUpload(backend, content, to('pictures', 'x'))).status).toBe(415);
  expect(await tusUpload(backend, content, to('nowhere', 'x'))).toMatchObject({
    status: 404,
    message: 'Bucket not found',
  });
  expect((await tusUpload(backend, content, to('files', '../x'))).status).toBe(400);
});

test('a signed upload URL takes a resumable upload, in the name of who signed', async () => {
  const { data } = await backend.service.storage.from('files').createSignedUploadUrl('signed');
  const options = {
    ...to('files', 'signed'),
    endpoint: `${backend.api}/upload/resumable/sign`,
    headers: { authorization: '', 'x-signature': data?.token ?? '' },
    chunkSize: 300_000,
  };
  const outcome = await tusUpload(backend, content, options);
  expect(outcome.status).toBeUndefined();
  expect(outcome.url).toContain('/upload/resumable/sign/');
  expect((await stored('files', 'signed'))?.equals(content)).toBe(true);
  const elsewhere = await tusUpload(backend, content, { ...options, ...to('files', 'other') });
  expect(elsewhere).toMatchObject({ status: 400, message: 'Invalid signature' });
  const without = await tusUpload(backend, content, { ...options, headers: { authorization: '' } });
  expect(without).toMatchObject({ status: 400, message: 'Missing x-signature header' });
});
