import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  keyPairOf,
  type RawRequest,
  s3Client,
  sendByHand,
  sendRaw,
  signByHand,
} from '../../../test/adapters/s3-client.ts';
import { type StorageBackend, startStorage } from '../../../test/adapters/storage-backend.ts';
import { ChunkSignatures } from './signature/chunk-signatures.ts';
import { sha256 } from './signature/sigv4.ts';

let backend: StorageBackend;
let s3: S3Client;
const Bucket = 'files';

beforeAll(async () => {
  backend = await startStorage();
  s3 = s3Client(backend);
  await s3.send(new CreateBucketCommand({ Bucket }));
  await s3.send(new PutObjectCommand({ Bucket, Key: 'a.txt', Body: 'hello' }));
  await s3.send(new PutObjectCommand({ Bucket, Key: 'secret', Body: 'secret' }));
});
afterAll(async () => {
  s3.destroy();
  await backend.close();
});

const by = (raw: RawRequest) => sendByHand(backend, raw);

const exists = async (key: string): Promise<boolean> =>
  (await backend.service.storage.from(Bucket).exists(key)).data;

test('presigned URLs read and write without a key, for their time', async () => {
  const read = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'a.txt' }));
  expect(await sendRaw(read, { method: 'GET' })).toMatchObject({ status: 200, text: 'hello' });
  const write = await getSignedUrl(s3, new PutObjectCommand({ Bucket, Key: 'put.txt' }));
  expect((await sendRaw(write, { method: 'PUT', body: 'written' })).status).toBe(200);
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: 'put.txt' }));
  expect(await Body?.transformToString()).toBe('written');
  const past = { signingDate: new Date(Date.now() - 120_000), expiresIn: 60 };
  const expired = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'a.txt' }), past);
  const answer = await sendRaw(expired, { method: 'GET' });
  expect([answer.status, answer.code]).toEqual([403, 'AccessDenied']);
  expect(answer.text).toContain('Request has expired');
  const tampered = await sendRaw(read.replace('a.txt', 'secret'), { method: 'GET' });
  expect([tampered.status, tampered.code]).toEqual([403, 'SignatureDoesNotMatch']);
});

test('who holds a presigned URL for one object cannot make it into a copy of another', async () => {
  const url = await getSignedUrl(s3, new PutObjectCommand({ Bucket, Key: 'mine' }));
  const headers = { 'x-amz-copy-source': `${Bucket}/secret` };
  const answer = await sendRaw(url, { method: 'PUT', headers });
  expect([answer.status, answer.code]).toEqual([403, 'AccessDenied']);
  expect(await exists('mine')).toBe(false);
});

test('a page that is opened by a presigned URL runs nothing', async () => {
  const Body = '<script>alert(1)</script>';
  for (const ContentType of ['text/html', 'image/svg+xml']) {
    await s3.send(new PutObjectCommand({ Bucket, Key: 'page', Body, ContentType }));
    const url = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'page' }));
    const { headers } = await sendRaw(url, { method: 'GET' });
    expect(headers.get('content-type')).toBe(ContentType);
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
  const asHtml = new GetObjectCommand({ Bucket, Key: 'a.txt', ResponseContentType: 'text/html' });
  const { headers } = await sendRaw(await getSignedUrl(s3, asHtml), { method: 'GET' });
  expect(headers.get('content-security-policy')).toContain('sandbox');
});

test('requests without a signature, or with one that is not theirs, are refused', async () => {
  const path = `/${Bucket}/a.txt`;
  const url = `${backend.url}/storage/v1/s3${path}`;
  expect((await sendRaw(url, { method: 'GET' })).code).toBe('AccessDenied');
  const bearer = { authorization: `Bearer ${backend.serviceRoleKey}` };
  expect((await sendRaw(url, { method: 'GET', headers: bearer })).code).toBe('AccessDenied');
  const get = { method: 'GET', path };
  expect((await by(get)).status).toBe(200);
  const cases: [string, Partial<RawRequest>][] = [
    ['RequestTimeTooSkewed', { now: Date.now() - 1_000_000 }],
    ['RequestTimeTooSkewed', { now: Date.now() + 1_000_000 }],
    ['InvalidAccessKeyId', { keyPair: { ...keyPairOf(backend), accessKeyId: 'x' } }],
    ['SignatureDoesNotMatch', { keyPair: { ...keyPairOf(backend), secretAccessKey: 'x' } }],
    ['AccessDenied', { unsigned: { 'x-amz-meta-more': '1' } }],
    ['SignatureDoesNotMatch', { headers: { 'x-amz-acl': 'a' }, unsigned: { 'x-amz-acl': 'b' } }],
  ];
  for (const [code, more] of cases) expect((await by({ ...get, ...more })).code).toBe(code);
});

test('a body that is not the one that was signed is refused, and nothing of it stays', async () => {
  const put = { method: 'PUT', path: `/${Bucket}/forged`, body: 'signed' };
  const { url, headers } = signByHand(backend, put);
  const other = await sendRaw(url, { method: 'PUT', headers: { ...headers }, body: 'FORGED' });
  expect([other.status, other.code]).toEqual([400, 'XAmzContentSHA256Mismatch']);
  const large = randomBytes(3_000_000);
  const wrong = { ...put, body: large, payloadHash: sha256('other') };
  expect((await by(wrong)).code).toBe('XAmzContentSHA256Mismatch');
  expect(await exists('forged')).toBe(false);
});

/** A body of signed chunks, the last of them changed by `change`. */
function chunked(
  key: string,
  chunks: readonly Uint8Array[],
  options: { readonly length?: number; readonly change?: (body: Buffer) => Buffer } = {},
): Promise<{ status: number; code: string | undefined }> {
  const total = chunks.reduce((sum, { length }) => sum + length, 0);
  const signed = signByHand(backend, {
    method: 'PUT',
    path: `/${Bucket}/${key}`,
    headers: {
      'content-encoding': 'aws-chunked',
      'x-amz-decoded-content-length': String(options.length ?? total),
    },
    payloadHash: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
  });
  const signatures = new ChunkSignatures({ ...signed, seed: signed.signature });
  const pieces = [...chunks, Buffer.alloc(0)].flatMap((chunk) => {
    const signature = signatures.ofChunk(sha256(chunk));
    signatures.advance(signature);
    const line = `${chunk.length.toString(16)};chunk-signature=${signature}\r\n`;
    return [Buffer.from(line), chunk, Buffer.from('\r\n')];
  });
  const body = Buffer.concat(pieces);
  return sendRaw(signed.url, {
    method: 'PUT',
    headers: { ...signed.headers },
    body: options.change?.(body) ?? body,
  });
}

test('bodies of signed chunks', async () => {
  const chunks = [randomBytes(70_000), randomBytes(70_000), randomBytes(10)];
  expect((await chunked('chunked', chunks)).status).toBe(200);
  const { data } = await backend.service.storage.from(Bucket).download('chunked');
  expect(
    Buffer.concat(chunks).equals(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0))),
  ).toBe(true);
  const flip = (body: Buffer): Buffer => {
    body[50_000] = (body[50_000] ?? 0) ^ 1;
    return body;
  };
  const cut = (body: Buffer): Buffer => body.subarray(0, -100);
  expect((await chunked('bad', chunks, { change: flip })).code).toBe('SignatureDoesNotMatch');
  expect((await chunked('bad', chunks, { change: cut })).code).toBe('IncompleteBody');
  expect((await chunked('bad', chunks, { length: 5 })).code).toBe('IncompleteBody');
  expect((await chunked('bad', chunks, { length: 200_000 })).code).toBe('IncompleteBody');
  const endless = { length: 60_000_000 };
  expect((await chunked('bad', chunks, endless)).code).toBe('EntityTooLarge');
  const shape = (text: string) => () => Buffer.from(text);
  for (const text of ['', 'zz\r\n', `${'f'.repeat(3_000)}`, '5;chunk-signature=00\r\nhello\r\n']) {
    const { status, code } = await chunked('bad', chunks, { change: shape(text) });
    expect([status, code]).toEqual([400, 'IncompleteBody']);
  }
  expect(await exists('bad')).toBe(false);
});

test('a body larger than the bucket takes is refused while it arrives, even where it claims less', async () => {
  await backend.service.storage.createBucket('tiny', { public: false, fileSizeLimit: 1_000 });
  const put = { method: 'PUT', path: '/tiny/a', body: randomBytes(2_000) };
  expect((await by(put)).code).toBe('EntityTooLarge');
  const lying = {
    ...put,
    headers: { 'x-amz-decoded-content-length': '10' },
    payloadHash: 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
    body: Buffer.concat([Buffer.from('7d0\r\n'), randomBytes(2_000), Buffer.from('\r\n0\r\n\r\n')]),
  };
  expect((await by(lying)).code).toBe('IncompleteBody');
});

test('hostile documents are refused by their shape', async () => {
  const query = [['delete', '']] as const;
  const post = (body: string) => by({ method: 'POST', path: `/${Bucket}`, query, body });
  const entity = `<!DOCTYPE a [<!ENTITY x "${'a'.repeat(1_000)}"><!ENTITY y "${'&x;'.repeat(1_000)}">]>`;
  const documents = [
    `${entity}<Delete><Object><Key>&y;</Key></Object></Delete>`,
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Delete><Object><Key>&x;</Key></Object></Delete>',
    '<Delete>'.repeat(10_000),
    '<Delete><Object></Delete></Object>',
    '<Delete></Delete>',
    '<Delete><Object><Key></Key></Object></Delete>',
    '<Other/>',
    '{"Delete":{}}',
    '',
    '\u0000',
    'x'.repeat(5_000_000),
  ];
  for (const document of documents) {
    const { status, code } = await post(document);
    expect([status, code]).toEqual([400, 'MalformedXML']);
  }
  const complete = await by({
    method: 'POST',
    path: `/${Bucket}/x`,
    query: [['uploadId', 'x']],
    body: '<CompleteMultipartUpload><Part><PartNumber>one</PartNumber></Part></CompleteMultipartUpload>',
  });
  expect(complete.code).toBe('MalformedXML');
});

test('paths that climb, hide or cannot be decoded name no object', async () => {
  const keys = [
    '..%2F..%2Fetc%2Fpasswd',
    'a%2F..%2Fb',
    '.%2Fa',
    'a%00b',
    'a%0Ab',
    '%E2%80%AE',
    'a%5Cb',
  ];
  for (const key of keys) {
    const put = await by({ method: 'PUT', path: `/${Bucket}/${key}`, body: 'x' });
    expect([put.status, put.code]).toEqual([400, 'InvalidKey']);
    const get = await by({ method: 'GET', path: `/${Bucket}/${key}` });
    expect(get.status).toBeGreaterThanOrEqual(400);
    expect(get.status).toBeLessThan(500);
  }
  for (const path of ['/..%2Ffiles/a', '/%00/a', `/${'b'.repeat(200)}/a`]) {
    const answer = await by({ method: 'PUT', path, body: 'x' });
    expect([answer.status, answer.code]).toEqual([400, 'InvalidBucketName']);
  }
  const long = await by({ method: 'PUT', path: `/${Bucket}/${'k'.repeat(3_000)}`, body: 'x' });
  expect([long.status, long.code]).toEqual([400, 'InvalidKey']);
});

test('no parameter makes it fail', async () => {
  const queries: [string, string][] = [
    ['max-keys', '-1'],
    ['max-keys', '1e9'],
    ['prefix', '\u0000'],
    ['delimiter', '\u0000'],
    ['start-after', '\u0000'],
    ['continuation-token', Buffer.from('l:\u0000').toString('base64')],
    ['encoding-type', 'html'],
    ['uploads', ''],
    ['acl', ''],
    ['prefix', '\u{1F600}'.repeat(500)],
  ];
  for (const query of queries) {
    const { status } = await by({
      method: 'GET',
      path: `/${Bucket}`,
      query:
        query[0] === 'uploads' ? [query, ['key-marker', '\u0000']] : [['list-type', '2'], query],
    });
    expect([query[0], status === 200 || (status >= 400 && status < 500) || status === 501]).toEqual(
      [query[0], true],
    );
  }
  const methods = [
    { method: 'POST', path: '/' },
    { method: 'POST', path: `/${Bucket}` },
    { method: 'DELETE', path: '/' },
    { method: 'PUT', path: '/' },
    { method: 'HEAD', path: '/' },
    { method: 'POST', path: `/${Bucket}/a.txt` },
  ];
  for (const each of methods) expect((await by(each)).status).toBe(405);
});

test('a form that was signed beforehand uploads a file within its policy', async () => {
  const sign = (Key: string, more: object = {}) =>
    createPresignedPost(s3, {
      Bucket,
      Key,
      Expires: 60,
      Fields: { 'Content-Type': 'text/css', 'x-amz-meta-a': '1' },
      Conditions: [['content-length-range', 2, 10]],
      ...more,
    });
  const post = async (
    signed: { url: string; fields: Record<string, string> },
    file: string,
    more: Record<string, string> = {},
  ) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...signed.fields, ...more })) {
      form.set(name, value);
    }
    form.set('file', new Blob([file]), 'picture.png');
    return sendRaw(signed.url, { method: 'POST', body: form });
  };
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what S3 calls the name of the file.
  const signed = await sign('forms/${filename}');
  expect((await post(signed, 'content')).status).toBe(200);
  const head = await s3.send(new HeadObjectCommand({ Bucket, Key: 'forms/picture.png' }));
  expect(head).toMatchObject({ ContentLength: 7, ContentType: 'text/css', Metadata: { a: '1' } });

  const refused: [string, Promise<{ code: string | undefined }>][] = [
    ['EntityTooLarge', post(signed, 'more than ten')],
    ['EntityTooSmall', post(signed, 'x')],
    ['AccessDenied', post(signed, 'content', { key: 'elsewhere' })],
    ['AccessDenied', post(signed, 'content', { 'x-amz-meta-more': '1' })],
    ['AccessDenied', post({ ...signed, url: signed.url.replace(Bucket, 'other') }, 'content')],
    ['SignatureDoesNotMatch', post(signed, 'content', { Policy: `${signed.fields.Policy}AA` })],
    [
      'InvalidAccessKeyId',
      post(signed, 'content', {
        'X-Amz-Credential': signed.fields['X-Amz-Credential']?.replace(/^[^/]+/, 'x') ?? '',
      }),
    ],
    ['AccessDenied', post(await sign('late', { Expires: -10 }), 'content')],
    ['InvalidArgument', post(signed, 'content', { KEY: 'twice' })],
  ];
  for (const [code, answer] of refused) expect((await answer).code).toBe(code);

  const created = await sign('forms/201', { Fields: { success_action_status: '201' } });
  const answer = await post(created, 'content');
  expect([answer.status, answer.text]).toEqual([
    201,
    expect.stringContaining('<Key>forms/201</Key>'),
  ]);
});

test('an upload that breaks off leaves no object and no file', async () => {
  const folder = join(backend.storageFolder, 'tmp');
  const { url, headers } = signByHand(backend, {
    method: 'PUT',
    path: `/${Bucket}/broken`,
    payloadHash: 'UNSIGNED-PAYLOAD',
  });
  const sending = request(url, {
    method: 'PUT',
    headers: { ...headers, 'content-length': 5_000_000 },
  });
  sending.on('error', () => {});
  sending.write(Buffer.alloc(300_000));
  await expect.poll(() => readdirSync(folder).length).toBe(1);
  sending.destroy();
  await expect.poll(() => readdirSync(folder).length).toBe(0);
  expect(await exists('broken')).toBe(false);
});

test('answers of multipart uploads escape what a key holds', async () => {
  const Key = "it's <not> &lt; here".replaceAll(/[<>]/g, '&');
  const { Key: echoed } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  expect(echoed).toBe(Key);
});

test('a URL with more parameters than the protocol has is refused before its signature is looked at', async () => {
  const url = (count: number) => `/s3/${Bucket}/a.txt?${'a&'.repeat(count)}b`;
  const few = await backend.call(url(90), { key: null });
  expect([few.status, await few.text()]).toEqual([403, expect.stringContaining('AccessDenied')]);
  const many = await backend.call(url(20_000), { key: null });
  expect([many.status, await many.text()]).toEqual([400, expect.stringContaining('InvalidURI')]);
});
