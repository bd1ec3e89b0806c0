import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { sql } from '@plinth/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StorageBackend, startStorage } from '../../../test/adapters/storage-backend.ts';
import { creation, patch } from '../../../test/adapters/tus-client.ts';

let backend: StorageBackend;
beforeAll(async () => {
  backend = await startStorage();
  await backend.service.storage.createBucket('files', { public: true });
});
afterAll(() => backend.close());

const version = { 'tus-resumable': '1.0.0' };

async function create(objectName: string, length: number | undefined): Promise<string> {
  const headers = creation({ bucketName: 'files', objectName }, length);
  const response = await backend.call('/upload/resumable', { method: 'POST', headers });
  expect(response.status).toBe(201);
  return (response.headers.get('location') ?? '').replace(backend.api, '');
}

const append = (path: string, offset: number, body: string, more: Record<string, string> = {}) =>
  backend.call(path, { method: 'PATCH', headers: { ...patch(offset), ...more }, body });

const head = (path: string) => backend.call(path, { method: 'HEAD', headers: version });

const idOf = (path: string): string =>
  Buffer.from(path.split('/').at(-1) ?? '', 'base64url')
    .toString()
    .split('/')
    .at(-1) ?? '';

async function download(key: string): Promise<string | undefined> {
  const { data } = await backend.service.storage.from('files').download(key);
  return data?.text();
}

test('OPTIONS says what is spoken', async () => {
  const response = await backend.call('/upload/resumable', { method: 'OPTIONS', key: null });
  expect(response.status).toBe(204);
  expect(response.headers.get('tus-version')).toBe('1.0.0');
  expect(response.headers.get('tus-extension')?.split(',')).toEqual(
    expect.arrayContaining(['creation', 'creation-with-upload', 'termination', 'expiration']),
  );
  expect(response.headers.get('tus-max-size')).toBe('52428800');
});

test('malformed requests are refused in plain text with their status', async () => {
  const post = (headers: Record<string, string>) =>
    backend.call('/upload/resumable', { method: 'POST', headers });
  const good = creation({ bucketName: 'files', objectName: 'x' }, 5);
  const { 'tus-resumable': _, ...unversioned } = good;
  const { 'upload-metadata': __, ...nameless } = good;
  const cases: [Record<string, string>, number, string][] = [
    [unversioned, 412, 'Tus-Resumable Required\n'],
    [{ ...good, 'tus-resumable': '0.2.0' }, 400, 'Invalid tus-resumable\n'],
    [{ ...good, 'upload-length': '-1' }, 400, 'Invalid upload-length\n'],
    [{ ...good, 'upload-length': '5.0' }, 400, 'Invalid upload-length\n'],
    [{ ...good, 'upload-length': '99999999999999999999' }, 400, 'Invalid upload-length\n'],
    [
      { ...good, 'upload-defer-length': '1' },
      400,
      'Upload-Length or Upload-Defer-Length header required\n',
    ],
    [{ ...good, 'upload-metadata': 'bucketName !!' }, 400, 'Invalid upload-metadata\n'],
    [{ ...good, 'upload-metadata': 'a,a' }, 400, 'Invalid upload-metadata\n'],
    [nameless, 400, 'Metadata header is required'],
    [{ ...good, 'upload-concat': 'partial' }, 501, expect.stringContaining('Concatenation')],
    [creation({ bucketName: 'files' }, 5), 400, 'Invalid key: '],
    [creation({ bucketName: 'a/b', objectName: 'x' }, 5), 400, 'Bucket name invalid'],
    [
      creation({ bucketName: 'files', objectName: 'a\0b' }, 5),
      400,
      expect.stringContaining('Invalid key'),
    ],
    [
      creation({ bucketName: 'files', objectName: 'a/../../b' }, 5),
      400,
      expect.stringContaining('Invalid key'),
    ],
  ];
  for (const [headers, status, text] of cases) {
    const response = await post(headers);
    expect([response.status, await response.text()]).toEqual([status, text]);
    expect(response.headers.get('location')).toBeNull();
    expect(response.headers.get('tus-resumable')).toBe('1.0.0');
  }
  expect(
    (await backend.call('/upload/resumable', { method: 'POST', headers: good, key: null })).status,
  ).toBe(400);
});

test('HEAD tells the offset, the length and the metadata; strangers are told nothing', async () => {
  const path = await create('told', 10);
  await append(path, 0, 'abc');
  const response = await head(path);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'upload-offset': '3',
    'upload-length': '10',
    'cache-control': 'no-store',
    'upload-metadata': expect.stringContaining('bucketName '),
  });
  expect(Date.parse(response.headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now());
  const deferred = await head(await create('deferred', undefined));
  expect(deferred.headers.get('upload-defer-length')).toBe('1');
  expect((await backend.call(path, { method: 'HEAD', headers: version, key: null })).status).toBe(
    400,
  );
  expect((await head('/upload/resumable/bm90aGluZw')).status).toBe(404);
});

test('bytes for another offset are refused and change nothing', async () => {
  const path = await create('offsets', 6);
  expect((await append(path, 0, 'abc')).headers.get('upload-offset')).toBe('3');
  for (const offset of [0, 2, 4]) {
    const response = await append(path, offset, 'xxx');
    expect([response.status, await response.text()]).toEqual([409, 'Upload-Offset conflict\n']);
  }
  const last = await append(path, 3, 'def');
  expect([last.status, last.headers.get('upload-offset')]).toEqual([204, '6']);
  expect(await download('offsets')).toBe('abcdef');
});

test('more bytes than announced are refused, whether or not their number is told', async () => {
  const told = await create('more-told', 3);
  expect((await append(told, 0, 'abcdef')).status).toBe(413);
  const untold = await create('more-untold', 3);
  const stream = new Blob(['abcdef']).stream();
  const response = await backend.call(untold, {
    method: 'PATCH',
    headers: patch(0),
    body: stream,
    duplex: 'half',
  } as RequestInit);
  expect([response.status, await response.text()]).toEqual([413, "upload's size exceeded\n"]);
  expect(await download('more-untold')).toBeUndefined();
  const late = await create('late', undefined);
  const wrong = await append(late, 0, 'abc', { 'upload-length': '99999999999' });
  expect([wrong.status, await wrong.text()]).toEqual([413, 'Maximum size exceeded\n']);
});

test('PATCH and DELETE also come as POST', async () => {
  const path = await create('overridden', 3);
  const response = await backend.call(path, {
    method: 'POST',
    headers: { ...patch(0), 'x-http-method-override': 'PATCH' },
    body: 'abc',
  });
  expect(response.status).toBe(204);
  expect(await download('overridden')).toBe('abc');
});

test('a finished upload says so when it is asked again, and cannot be terminated', async () => {
  const path = await create('finished', 3);
  expect((await append(path, 0, 'abc')).headers.get('tus-complete')).toBe('1');
  expect((await head(path)).headers.get('upload-offset')).toBe('3');
  expect((await append(path, 3, '')).status).toBe(204);
  const response = await backend.call(path, { method: 'DELETE', headers: version });
  expect([response.status, await response.text()]).toEqual([
    400,
    'Cannot terminate an already completed upload',
  ]);
  await backend.service.storage.from('files').remove(['finished']);
  await head(path);
  await append(path, 3, '');
  expect(await download('finished')).toBeUndefined();
});

test('Location follows the host that the client used, and is a path where the server does not know that name', async () => {
  const location = async (headers: Record<string, string>) => {
    const { port } = new URL(backend.url);
    const sent = request({
      port,
      method: 'POST',
      path: '/storage/v1/upload/resumable',
      headers: {
        ...creation({ bucketName: 'files', objectName: 'hosts' }, 3),
        authorization: `Bearer ${backend.serviceRoleKey}`,
        ...headers,
      },
    }).end();
    const [response] = await once(sent, 'response');
    response.resume();
    return response.headers.location as string;
  };
  expect(await location({ host: 'localhost:8000' })).toMatch(
    /^http:\/\/localhost:8000\/storage\/v1\/upload\/resumable\/[\w-]+$/,
  );
  const below = await fetch(`${backend.url}/p/default/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: {
      ...creation({ bucketName: 'files', objectName: 'below' }, 3),
      authorization: `Bearer ${backend.serviceRoleKey}`,
    },
  });
  expect(below.headers.get('location')).toContain(
    `${backend.url}/p/default/storage/v1/upload/resumable/`,
  );
  expect(await location({ host: 'files.example.com' })).toMatch(
    /^\/storage\/v1\/upload\/resumable\/[\w-]+$/,
  );
});

test('Location is below the external URL where there is one', async () => {
  const proxied = await startStorage({
    settings: { 'api.external_url': 'https://files.example.com/base/' },
  });
  await proxied.service.storage.createBucket('files');
  const headers = creation({ bucketName: 'files', objectName: 'x' }, 3);
  const response = await proxied.call('/upload/resumable', { method: 'POST', headers });
  expect(response.headers.get('location')).toMatch(
    /^https:\/\/files\.example\.com\/base\/storage\/v1\/upload\/resumable\/[\w-]+$/,
  );
  await proxied.close();
});

test('whoever asks for an upload takes it from a request that hangs; what had arrived is kept', async () => {
  const path = await create('two-writers', 9);
  const { port } = new URL(backend.url);
  const hanging = request({
    port,
    method: 'PATCH',
    path: `/storage/v1${path}`,
    headers: {
      ...patch(0),
      authorization: `Bearer ${backend.serviceRoleKey}`,
      'content-length': 9,
    },
  });
  const answered = once(hanging, 'response');
  hanging.write('abc');
  const arrived = join(backend.storageFolder, 'uploads', idOf(path), 'content');
  await expect.poll(() => existsSync(arrived)).toBe(true);
  await expect
    .poll(async () => (await head(path)).headers.get('upload-offset'), { timeout: 10_000 })
    .toBe('3');
  const [released] = await answered;
  expect([released.statusCode, released.headers['upload-offset']]).toEqual([204, '3']);
  hanging.destroy();
  expect((await append(path, 3, 'defghi')).status).toBe(204);
  expect(await download('two-writers')).toBe('abcdefghi');
});

test('of many requests for the same bytes one is taken', async () => {
  const path = await create('many-writers', 4);
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async () => (await append(path, 0, 'abcd')).status),
  );
  expect(statuses.filter((status) => status === 204)).toHaveLength(1);
  expect(new Set(statuses)).toEqual(new Set([204, 409]));
  expect(await download('many-writers')).toBe('abcd');
});

test('an upload that rested for too long is gone, and the sweep frees its space', async () => {
  const path = await create('expired', 9);
  await append(path, 0, 'abc');
  await backend.database.query(
    sql`update storage.resumable_uploads set expires_at = now() - interval '1 second' where key = 'expired'`,
  );
  expect((await head(path)).status).toBe(410);
  expect((await append(path, 3, 'def')).status).toBe(410);
});

test('a crash after the last byte, before the object: asking for the offset stores it', async () => {
  const path = await create('crash-1', 6);
  await append(path, 0, 'abc');
  const folder = join(backend.storageFolder, 'uploads', idOf(path));
  writeFileSync(join(folder, 'content'), 'abcdef');
  await backend.database.query(
    sql`update storage.resumable_uploads set upload_offset = 6 where key = 'crash-1'`,
  );
  expect((await head(path)).headers.get('upload-offset')).toBe('6');
  expect(await download('crash-1')).toBe('abcdef');
});

test('a crash between the blob and its row: likewise, and never with other bytes', async () => {
  const path = await create('crash-2', 6);
  await append(path, 0, 'abc');
  const id = idOf(path);
  const blob = join(backend.storageFolder, 'objects', id.slice(0, 2), id);
  const folder = join(backend.storageFolder, 'uploads', id);
  writeFileSync(join(folder, 'content'), 'abcdef');
  mkdirSync(join(blob, '..'), { recursive: true });
  renameSync(join(folder, 'content'), blob);
  await backend.database.query(
    sql`update storage.resumable_uploads set upload_offset = 6 where key = 'crash-2'`,
  );
  expect((await head(path)).status).toBe(200);
  expect(await download('crash-2')).toBe('abcdef');
  const lost = await create('crash-3', 6);
  await append(lost, 0, 'abc');
  await backend.database.query(
    sql`update storage.resumable_uploads set upload_offset = 6 where key = 'crash-3'`,
  );
  expect((await head(lost)).status).toBe(410);
  expect(await download('crash-3')).toBeUndefined();
});

test('an upload whose bytes are lost is gone, and nothing is made of the rest', async () => {
  const path = await create('lost', 6);
  await append(path, 0, 'abc');
  rmSync(join(backend.storageFolder, 'uploads', idOf(path)), { recursive: true });
  expect((await append(path, 3, 'def')).status).toBe(410);
  expect(await download('lost')).toBeUndefined();
});

test('a trigger of the application may refuse the object: the reason reaches the client, the upload is gone', async () => {
  await backend.database.run(`
    create function no_secrets() returns trigger language plpgsql as $$
      begin raise exception 'no secrets here'; end $$;
    create trigger no_secrets before insert on storage.objects
      for each row when (new.name = 'secret' and new.version <> '1') execute function no_secrets()`);
  const path = await create('secret', 3);
  const response = await append(path, 0, 'abc');
  expect([response.status, await response.text()]).toEqual([400, 'database error, code: P0001']);
  expect((await head(path)).status).toBe(404);
});

test('what passes at the end of an upload costs none of its bytes', async () => {
  await backend.database.run(`
    create function busy() returns trigger language plpgsql as $$
      begin raise exception 'busy' using errcode = tg_argv[0]; end $$`);
  for (const [code, status] of [
    ['55P03', 423],
    ['53100', 503],
    ['57014', 544],
  ] as const) {
    await backend.database.run(`create trigger busy before insert on storage.objects
      for each row when (new.name = 'busy-${code}' and new.version <> '1') execute function busy('${code}')`);
    const path = await create(`busy-${code}`, 6);
    await append(path, 0, 'abc');
    expect((await append(path, 3, 'def')).status).toBe(status);
    expect((await head(path)).status).toBe(status);
    await backend.database.run('drop trigger busy on storage.objects');
    expect((await head(path)).headers.get('upload-offset')).toBe('6');
    expect(await download(`busy-${code}`)).toBe('abcdef');
  }
});

test('bytes behind the noted offset, left by a crash, are cut off', async () => {
  const path = await create('behind', 6);
  await append(path, 0, 'abc');
  writeFileSync(join(backend.storageFolder, 'uploads', idOf(path), 'content'), 'abcXYZ-and-more');
  expect((await head(path)).headers.get('upload-offset')).toBe('3');
  expect((await append(path, 3, 'def')).status).toBe(204);
  expect(await download('behind')).toBe('abcdef');
});
