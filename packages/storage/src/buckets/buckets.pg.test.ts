import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StorageBackend, startStorage } from '../../test/adapters/storage-backend.ts';

let backend: StorageBackend;
beforeAll(async () => {
  backend = await startStorage({
    settings: {
      'storage.buckets': {
        avatars: { public: true, fileSizeLimit: 1_000, allowedMimeTypes: ['image/png'] },
      },
    },
  });
});
afterAll(() => backend.close());

const post = (path: string, body: unknown, method = 'POST') =>
  backend.call(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('buckets of config.toml are there', async () => {
  const { data } = await backend.service.storage.getBucket('avatars');
  expect(data).toMatchObject({
    public: true,
    file_size_limit: 1_000,
    allowed_mime_types: ['image/png'],
  });
});

test('a bucket is made, changed, listed, emptied and deleted', async () => {
  const { storage } = backend.service;
  expect(
    (await storage.createBucket('life', { public: false, fileSizeLimit: '20MB' })).data,
  ).toEqual({
    name: 'life',
  });
  expect((await storage.createBucket('life')).error).toMatchObject({
    message: 'The resource already exists',
    statusCode: '409',
    status: 400,
  });
  expect(await (await post('/bucket/life', { public: true }, 'PUT')).json()).toEqual({
    message: 'Successfully updated',
  });
  const { data } = await storage.getBucket('life');
  expect(data).toMatchObject({
    id: 'life',
    owner: '',
    public: true,
    file_size_limit: 20_000_000,
    allowed_mime_types: null,
  });
  await post('/bucket/life', { file_size_limit: null, allowed_mime_types: ['text/*'] }, 'PUT');
  expect((await storage.getBucket('life')).data).toMatchObject({
    public: true,
    file_size_limit: null,
    allowed_mime_types: ['text/*'],
  });
  for (let index = 0; index < 5; index += 1) {
    await storage.from('life').upload(`f/${index}`, 'x', { contentType: 'text/plain' });
  }
  expect((await storage.deleteBucket('life')).error).toMatchObject({
    statusCode: '409',
    message: 'The bucket you tried to delete is not empty',
  });
  expect((await storage.emptyBucket('life')).error).toBeNull();
  await expect.poll(async () => (await storage.from('life').list('f')).data?.length).toBe(0);
  expect((await storage.deleteBucket('life')).data).toEqual({ message: 'Successfully deleted' });
  expect((await storage.getBucket('life')).error).toMatchObject({
    message: 'Bucket not found',
    statusCode: '404',
    status: 400,
    code: 'NoSuchBucket',
  });
});

test('lists are sorted, cut and searched', async () => {
  for (const name of ['listb', 'lista', 'lists_c'])
    await backend.service.storage.createBucket(name);
  const names = async (query: string) => {
    const rows = (await (await backend.call(`/bucket?${query}`)).json()) as { name: string }[];
    return rows.map(({ name }) => name);
  };
  expect(await names('search=list&sortColumn=name&sortOrder=desc')).toEqual([
    'lists_c',
    'listb',
    'lista',
  ]);
  expect(await names('search=list&sortColumn=name&limit=1&offset=1')).toEqual(['listb']);
  expect(await names('search=s_')).toEqual(['lists_c']);
  expect((await backend.call('/bucket?limit=0')).status).toBe(400);
});

test('names and rules that cannot be are refused in the words of upstream', async () => {
  const invalid = {
    statusCode: '400',
    error: 'Invalid Input',
    message: 'Bucket name invalid',
    code: 'InvalidBucketName',
  };
  for (const name of ['', ' x', 'x ', 'a/b', 'a#b', 'ü', 'x'.repeat(101), 'x--table-s3']) {
    const response = await post('/bucket', { name });
    expect([name, response.status, await response.json()]).toEqual([name, 400, invalid]);
  }
  const wrongSize = await post('/bucket', { name: 'n', file_size_limit: '20 apples' });
  expect(await wrongSize.json()).toMatchObject({
    code: 'InvalidRequest',
    message: 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B',
  });
  const wrongType = await post('/bucket', { name: 'n', allowed_mime_types: ['no type'] });
  expect(await wrongType.json()).toMatchObject({ statusCode: '415', error: 'invalid_mime_type' });
  const noName = await post('/bucket', {});
  expect([noName.status, await noName.json()]).toEqual([
    400,
    {
      statusCode: '400',
      error: 'Error',
      message: "body must have required property 'name'",
      code: 'InvalidRequest',
    },
  ]);
  const nothing = await post('/bucket/avatars', {}, 'PUT');
  expect(await nothing.json()).toMatchObject({ code: 'InvalidRequest' });
});

test('emptying is for the service, and every call needs a credential', async () => {
  const refused = await backend.call('/bucket/avatars/empty', {
    method: 'POST',
    key: backend.anonKey,
  });
  expect([refused.status, await refused.json()]).toEqual([
    403,
    {
      statusCode: '403',
      error: 'Unauthorized',
      message: 'Access denied: Invalid role',
      code: 'AccessDenied',
    },
  ]);
  const nobody = await backend.call('/bucket', { key: null });
  expect([nobody.status, await nobody.json()]).toEqual([
    400,
    {
      statusCode: '403',
      error: 'Unauthorized',
      message: 'Invalid Compact JWS',
      code: 'AccessDenied',
    },
  ]);
  const unknown = await backend.call('/nothing/here');
  expect([unknown.status, await unknown.json()]).toEqual([
    404,
    {
      statusCode: '404',
      error: 'Not Found',
      message: 'Route GET:/nothing/here not found',
      code: 'NotFound',
    },
  ]);
});
