import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkCoverage, checkTime, findSigningKey, hostsOf, pathsOf } from './check-signature.ts';
import { parseQuery } from './encoding.ts';
import { type Claimed, readSignature } from './signed-request.ts';
import { amzDate, signingKey } from './sigv4.ts';

const secret = 'a secret';
const now = Date.UTC(2026, 0, 31, 12);

const client = new S3Client({
  endpoint: 'http://storage.test:8000/storage/v1/s3',
  region: 'local',
  forcePathStyle: true,
  credentials: { accessKeyId: 'id', secretAccessKey: secret },
});

/** What the server sees of a URL. */
function received(url: string, method = 'GET', host = 'storage.test:8000') {
  const { pathname, search } = new URL(url);
  const query = parseQuery(search.slice(1));
  const headers = { host };
  const request = { method, headers, query, paths: [pathname], hosts: [host] };
  return { request, claimed: readSignature(headers, query) };
}

const segment = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => !/^\.{1,2}$/.test(text) && !/[/\p{Cc}\p{Cs}]/u.test(text));
const key = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));

test('what the official client signs is recognised, whatever the key and the parameters', async () => {
  await fc.assert(
    fc.asyncProperty(key, segment, async (Key, name) => {
      const command = new GetObjectCommand({
        Bucket: 'files',
        Key,
        ResponseContentDisposition: `attachment; filename="${name}"`,
      });
      const url = await getSignedUrl(client, command, { signingDate: new Date(now) });
      const { request, claimed } = received(url);
      expect(findSigningKey(claimed, request, ['another', secret])).toEqual(
        signingKey(secret, claimed.scope),
      );
    }),
    { numRuns: 200 },
  );
});

test('a signed URL with anything changed is not', async () => {
  const command = new GetObjectCommand({ Bucket: 'files', Key: 'a/b.txt', VersionId: 'null' });
  const url = await getSignedUrl(client, command, { signingDate: new Date(now) });
  const check = (changed: string, method?: string, host?: string) => () => {
    const { request, claimed } = received(changed, method, host);
    findSigningKey(claimed, request, [secret]);
  };
  expect(check(url)).not.toThrow();
  expect(check(url.replace('b.txt', 'c.txt'))).toThrow(/does not match/);
  expect(check(url.replace('files', 'other'))).toThrow(/does not match/);
  expect(check(url.replace('versionId=null', 'versionId=1'))).toThrow(/does not match/);
  expect(check(url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=9999'))).toThrow(/does not match/);
  expect(check(`${url}&response-content-type=text/html`)).toThrow(/does not match/);
  expect(check(url, 'PUT')).toThrow(/does not match/);
  expect(check(url, 'GET', 'elsewhere.test')).toThrow(/does not match/);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 63 }),
      fc.constantFrom(...'0123456789abcdef'),
      (at, digit) => {
        const changed = url.replace(
          /(X-Amz-Signature=)([0-9a-f]{64})/,
          (_, name: string, hex: string) => {
            fc.pre(hex[at] !== digit);
            return `${name}${hex.slice(0, at)}${digit}${hex.slice(at + 1)}`;
          },
        );
        expect(check(changed)).toThrow(/does not match/);
      },
    ),
  );
});

test('a path is the same however its sender encodes it', async () => {
  const command = new GetObjectCommand({ Bucket: 'files', Key: "it's (a) *file*!.txt" });
  const url = await getSignedUrl(client, command, { signingDate: new Date(now) });
  const { request, claimed } = received(url);
  const paths = ["/storage/v1/s3/files/it's%20(a)%20*file*!.txt"];
  expect(() => findSigningKey(claimed, { ...request, paths }, [secret])).not.toThrow();
});

test('a URL is valid from its date to its expiry, for seven days at most', async () => {
  const command = new PutObjectCommand({ Bucket: 'files', Key: 'a' });
  const sign = async (expiresIn: number) =>
    received(await getSignedUrl(client, command, { signingDate: new Date(now), expiresIn }));
  const { claimed } = await sign(60);
  for (const later of [0, 59_000, 60_000, -899_000]) {
    expect(() => checkTime(claimed, now + later)).not.toThrow();
  }
  expect(() => checkTime(claimed, now + 61_000)).toThrow(/expired/);
  expect(() => checkTime(claimed, now - 901_000)).toThrow(/too large/);
  const { claimed: week } = await sign(604_800);
  expect(() => checkTime(week, now + 604_000_000)).not.toThrow();
  const url = await getSignedUrl(client, command, { signingDate: new Date(now) });
  for (const expires of ['0', '-1', '604801', '1e3', '', '9999999']) {
    expect(() => received(url.replace(/X-Amz-Expires=\d+/, `X-Amz-Expires=${expires}`))).toThrow(
      /not valid/,
    );
  }
});

test('a signed header is valid for 15 minutes around its date', () => {
  const claimed = { date: amzDate(now), expires: undefined } as Claimed;
  expect(() => checkTime(claimed, now + 899_000)).not.toThrow();
  expect(() => checkTime(claimed, now - 899_000)).not.toThrow();
  expect(() => checkTime(claimed, now + 901_000)).toThrow(/too large/);
  expect(() => checkTime(claimed, now - 901_000)).toThrow(/too large/);
});

test('headers that change what a request does must be signed', () => {
  const claimed = { signedHeaders: ['host', 'x-amz-date'] as readonly string[] } as Claimed;
  const headers = { host: 'h', 'x-amz-date': 'd', 'content-type': 't', 'x-amz-cf-id': 'p' };
  expect(() => checkCoverage(claimed, headers)).not.toThrow();
  for (const name of ['x-amz-copy-source', 'x-amz-meta-a', 'x-amz-security-token']) {
    expect(() => checkCoverage(claimed, { ...headers, [name]: '1' })).toThrow(/not signed/);
  }
  expect(() => checkCoverage({ ...claimed, signedHeaders: [] }, headers)).toThrow(/not signed/);
});

test('signatures that are not one are refused before anything is computed', () => {
  const header = (authorization: string) => () =>
    readSignature({ authorization, 'x-amz-date': amzDate(now) }, []);
  const credential = 'Credential=id/20260131/local/s3/aws4_request';
  expect(header(`AWS4-HMAC-SHA256 ${credential}, SignedHeaders=host, Signature=ab`)).not.toThrow();
  const wrong = [
    'AWS4-HMAC-SHA256',
    `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=host`,
    'AWS4-HMAC-SHA256 Credential=id/20260130/local/s3/aws4_request, Signature=ab',
    'AWS4-HMAC-SHA256 Credential=id/20260131/local/ec2/aws4_request, Signature=ab',
    'AWS4-HMAC-SHA256 Credential=id/20260131/local/s3, Signature=ab',
    'AWS4-HMAC-SHA256 Credential=/20260131/local/s3/aws4_request, Signature=ab',
  ];
  for (const authorization of wrong) expect(header(authorization)).toThrow(/not valid/);
  expect(header('Bearer x')).toThrow(/missing a signature/);
});

test('behind a proxy the host and the path that the client used are tried', () => {
  const headers = {
    host: 'inner:1',
    'x-forwarded-host': 'outer.test',
    'x-forwarded-port': '8443',
    'x-forwarded-prefix': '/files',
  };
  expect(hostsOf(headers, 'https://base.test/x')).toEqual([
    'inner:1',
    'outer.test',
    'outer.test:8443',
    'base.test',
  ]);
  expect(pathsOf(headers, 'https://base.test/x/p/blog', '/storage/v1', '/s3/b')).toEqual([
    '/p/blog/storage/v1/s3/b',
    '/x/p/blog/storage/v1/s3/b',
    '/files/storage/v1/s3/b',
    '/files/s3/b',
  ]);
});

test('a signed header that no request has is an empty one, whatever objects inherit under its name', async () => {
  const url = await getSignedUrl(client, new GetObjectCommand({ Bucket: 'files', Key: 'a' }));
  for (const name of ['constructor', '__proto__', 'tostring']) {
    const { request, claimed } = received(url);
    const signedHeaders = ['host', name];
    expect(() => findSigningKey({ ...claimed, signedHeaders }, request, [secret])).toThrow(
      /does not match/,
    );
  }
});

test('there is a bound to what has to be sorted and hashed before a stranger is refused', async () => {
  const many = Array.from({ length: 101 }, (_, index) => `a${index}`);
  const query = parseQuery(
    `X-Amz-Signature=0&X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=20260131T120000Z&X-Amz-Expires=60` +
      `&X-Amz-Credential=id/20260131/local/s3/aws4_request&X-Amz-SignedHeaders=${many.join(';')}`,
  );
  expect(() => readSignature({}, query)).toThrow(/parameters/);
  const authorization = `AWS4-HMAC-SHA256 Credential=id/20260131/local/s3/aws4_request, SignedHeaders=${many.join(';')}, Signature=0`;
  const headers = { authorization, 'x-amz-date': '20260131T120000Z' };
  expect(() => readSignature(headers, [])).toThrow(/header/);
});
