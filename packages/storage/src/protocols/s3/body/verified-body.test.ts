import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ByteSource } from '../../../backends/blob-store.ts';
import { ChunkSignatures } from '../signature/chunk-signatures.ts';
import { signingKey } from '../signature/sigv4.ts';
import { type ChecksumKind, startChecksum } from './checksums.ts';
import { verifiedBody } from './verified-body.ts';

const scope = { date: '20260131', region: 'local', service: 's3' };
const chunks = new ChunkSignatures({
  key: signingKey('secret', scope),
  scope,
  date: '20260131T000000Z',
  seed: 'a'.repeat(64),
});

async function* sourceOf(body: Uint8Array): ByteSource {
  yield body;
}

async function read(
  body: Uint8Array | string,
  headers: Readonly<Record<string, string>>,
  payloadHash: string,
): Promise<Buffer> {
  const { source } = verifiedBody(sourceOf(Buffer.from(body)), headers, payloadHash, chunks);
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}

const failure = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'none',
    (error: { code?: string }) => error.code ?? String(error),
  );

function checksumOf(kind: ChecksumKind, bytes: Uint8Array | string): string {
  const running = startChecksum(kind);
  running.update(Buffer.from(bytes));
  return running.digest().toString('base64');
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

test('a body arrives where everything said about it is true', async () => {
  const headers = {
    'content-length': '5',
    'content-md5': checksumOf('md5', 'hello'),
    'x-amz-checksum-crc32c': checksumOf('crc32c', 'hello'),
    'x-amz-checksum-sha1': checksumOf('sha1', 'hello'),
  };
  expect((await read('hello', headers, hashOf('hello'))).toString()).toBe('hello');
  expect((await read('hello', headers, 'UNSIGNED-PAYLOAD')).toString()).toBe('hello');
  expect((await read('', {}, hashOf(''))).toString()).toBe('');
});

test('each claim that is wrong is refused by its own name', async () => {
  const cases: [string, Record<string, string>, string][] = [
    ['XAmzContentSHA256Mismatch', {}, hashOf('other')],
    ['BadDigest', { 'content-md5': checksumOf('md5', 'other') }, 'UNSIGNED-PAYLOAD'],
    ['BadDigest', { 'x-amz-checksum-crc32': checksumOf('crc32', 'other') }, 'UNSIGNED-PAYLOAD'],
    ['InvalidDigest', { 'content-md5': 'AAAA' }, 'UNSIGNED-PAYLOAD'],
    ['InvalidDigest', { 'x-amz-checksum-sha256': 'AAAA' }, 'UNSIGNED-PAYLOAD'],
    ['IncompleteBody', { 'content-length': '6' }, 'UNSIGNED-PAYLOAD'],
    ['IncompleteBody', { 'content-length': '4' }, 'UNSIGNED-PAYLOAD'],
    ['InvalidArgument', { 'content-length': '-4' }, 'UNSIGNED-PAYLOAD'],
    ['InvalidArgument', {}, 'SIGNED-BY-ME'],
    ['MissingContentLength', {}, 'STREAMING-UNSIGNED-PAYLOAD-TRAILER'],
  ];
  for (const [code, headers, payloadHash] of cases) {
    const reading = (async () => read('hello', headers, payloadHash))();
    expect([code, await failure(reading)]).toEqual([code, code]);
  }
});

const trailing = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';

const kinds = fc.constantFrom<ChecksumKind>('crc32', 'crc32c', 'crc64nvme', 'sha1', 'sha256');

function chunked(content: Uint8Array, kind: ChecksumKind): Buffer {
  const size = content.length === 0 ? [] : [`${content.length.toString(16)}\r\n`, content, '\r\n'];
  const trailer = `x-amz-checksum-${kind}:${checksumOf(kind, content)}\r\n`;
  const pieces = [...size, '0\r\n', trailer, '\r\n'];
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)));
}

test('an unsigned body with a checksum behind it: any byte changed is noticed, or means the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 100 }),
      kinds,
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      async (content, kind, at, mask) => {
        const headers = {
          'x-amz-decoded-content-length': String(content.length),
          'x-amz-trailer': `x-amz-checksum-${kind}`,
        };
        const body = chunked(content, kind);
        expect(await read(body, headers, trailing)).toEqual(Buffer.from(content));
        const place = at % body.length;
        body[place] = (body[place] ?? 0) ^ mask;
        const decoded = await read(body, headers, trailing).catch(() => undefined);
        if (decoded !== undefined) expect(decoded).toEqual(Buffer.from(content));
      },
    ),
    { numRuns: 500 },
  );
});

test('what was announced behind the body must come, and be known', async () => {
  const length = { 'x-amz-decoded-content-length': '5' };
  const announced = { ...length, 'x-amz-trailer': 'x-amz-checksum-crc32' };
  const bare = '5\r\nhello\r\n0\r\n\r\n';
  expect(await failure(read(bare, announced, trailing))).toBe('InvalidDigest');
  expect(await failure(read(bare, length, trailing))).toBe('none');
  const unknown = { ...length, 'x-amz-trailer': 'x-amz-checksum-md4' };
  expect(await failure((async () => read(bare, unknown, trailing))())).toBe('InvalidArgument');
});

test('a chunked body may not be longer than it said', async () => {
  const headers = { 'x-amz-decoded-content-length': '3' };
  expect(await failure(read('5\r\nhello\r\n0\r\n\r\n', headers, trailing))).toBe('IncompleteBody');
});
