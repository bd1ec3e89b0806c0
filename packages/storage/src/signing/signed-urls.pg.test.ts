import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StorageBackend, startStorage } from '../../test/adapters/storage-backend.ts';

let backend: StorageBackend;
beforeAll(async () => {
  backend = await startStorage();
  await backend.service.storage.createBucket('b');
  await backend.service.storage.from('b').upload('dir/file.txt', 'secret');
});
afterAll(() => backend.close());

const bucket = () => backend.service.storage.from('b');

function sign(
  claims: Record<string, unknown>,
  secret = backend.jwtSecret,
  alg = 'HS256',
): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret));
}

async function read(path: string, token: string): Promise<{ status: number; body: unknown }> {
  const response = await backend.call(`/object/sign/${path}?token=${token}`, { key: null });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
}

const hour = () => Math.floor(Date.now() / 1000) + 3_600;

test('whoever has the link reads, for as long as it lives', async () => {
  const { data } = await bucket().createSignedUrl('dir/file.txt', 60, { download: 'name.txt' });
  const response = await fetch(data?.signedUrl ?? '');
  expect(await response.text()).toBe('secret');
  expect(response.headers.get('content-disposition')).toContain('name.txt');
  expect(Date.parse(response.headers.get('expires') ?? '')).toBeGreaterThan(Date.now());
  expect(response.headers.get('cache-control')).toBeNull();
});

test('a token is for one object and one use', async () => {
  const url = 'b/dir/file.txt';
  const good = await sign({ url, scope: 'download', exp: hour() });
  expect(await read(url, good)).toEqual({ status: 200, body: 'secret' });
  const legacy = await sign({ url, exp: hour() });
  expect((await read(url, legacy)).status).toBe(200);
  const wrong = { statusCode: '400', error: 'InvalidSignature', code: 'InvalidSignature' };
  expect((await read('b/dir/other.txt', good)).body).toMatchObject({
    ...wrong,
    message: 'Invalid signature',
  });
  const upload = await sign({ url, scope: 'upload', upsert: true, exp: hour() });
  expect((await read(url, upload)).body).toMatchObject({
    ...wrong,
    message: 'Token is not scoped for download',
  });
  const put = (token: string) =>
    backend.call(`/object/upload/sign/${url}?token=${token}`, {
      method: 'PUT',
      key: null,
      body: 'overwritten',
    });
  expect(await (await put(good)).json()).toMatchObject(wrong);
  expect(await (await put(legacy)).json()).toMatchObject(wrong);
  expect((await put(upload)).status).toBe(200);
  await bucket().upload('dir/file.txt', 'secret', { upsert: true });
});

test('forged, expired and broken tokens are refused', async () => {
  const url = 'b/dir/file.txt';
  const refusal = (message: string) => ({
    status: 400,
    body: { statusCode: '400', error: 'InvalidJWT', message, code: 'InvalidJWT' },
  });
  expect(await read(url, await sign({ url, exp: hour() }, 'x'.repeat(32)))).toEqual(
    refusal('signature verification failed'),
  );
  expect(await read(url, await sign({ url, exp: 1 }))).toEqual(
    refusal('"exp" claim timestamp check failed'),
  );
  expect(await read(url, 'nonsense')).toEqual(refusal('Invalid Compact JWS'));
  const header = Buffer.from('{"alg":"none"}').toString('base64url');
  const payload = Buffer.from(JSON.stringify({ url, exp: hour() })).toString('base64url');
  expect((await read(url, `${header}.${payload}.`)).body).toMatchObject({ code: 'InvalidJWT' });
  expect(
    (await read(url, await sign({ url, exp: hour() }, backend.jwtSecret, 'HS512'))).body,
  ).toMatchObject({ code: 'InvalidJWT' });
  expect((await read(url, backend.serviceRoleKey)).body).toMatchObject({
    code: 'InvalidSignature',
  });
  const none = await backend.call(`/object/sign/${url}`, { key: null });
  expect(await none.json()).toMatchObject({
    error: 'Error',
    message: "querystring must have required property 'token'",
  });
});

test('signing cannot be made to sign anything else', async () => {
  const response = await backend.call('/object/sign/b/dir/file.txt', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      expiresIn: 60,
      role: 'service_role',
      upsert: true,
      owner: 'me',
      scope: 'upload',
      url: 'b/x',
    }),
  });
  const { signedURL } = (await response.json()) as { signedURL: string };
  const claims = JSON.parse(
    Buffer.from(signedURL.split('token=')[1]?.split('.')[1] ?? '', 'base64url').toString(),
  );
  expect(Object.keys(claims).sort()).toEqual(['exp', 'iat', 'scope', 'url']);
  expect(claims).toMatchObject({ url: 'b/dir/file.txt', scope: 'download' });
  for (const expiresIn of [0, -1, 1.5, 1e300]) {
    const refused = await backend.call('/object/sign/b/dir/file.txt', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ expiresIn }),
    });
    expect(refused.status).toBe(400);
  }
});

test('an upload link works once, unless it may replace', async () => {
  const { data } = await bucket().createSignedUploadUrl('once');
  const upload = () => bucket().uploadToSignedUrl('once', data?.token ?? '', 'x');
  expect((await upload()).error).toBeNull();
  expect((await upload()).error).toMatchObject({
    statusCode: '409',
    message: 'The resource already exists',
  });
  expect((await bucket().createSignedUploadUrl('once')).error).toMatchObject({ statusCode: '409' });
  const again = await bucket().createSignedUploadUrl('once', { upsert: true });
  expect((await bucket().uploadToSignedUrl('once', again.data?.token ?? '', 'y')).error).toBeNull();
});
