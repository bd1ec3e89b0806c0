import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChunkSignatures } from '../signature/chunk-signatures.ts';
import { signingKey } from '../signature/sigv4.ts';
import { ChunkedDecoder } from './chunked-decoder.ts';

const scope = { date: '20260131', region: 'local', service: 's3' };
const signing = {
  key: signingKey('secret', scope),
  scope,
  date: '20260131T000000Z',
  seed: 'a'.repeat(64),
};

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** An aws-chunked body as a client makes it. */
function encode(
  chunks: readonly Uint8Array[],
  options: { readonly signed: boolean; readonly trailers?: Readonly<Record<string, string>> },
): Buffer {
  const signatures = new ChunkSignatures(signing);
  const pieces: (Uint8Array | string)[] = [];
  for (const chunk of [...chunks.filter(({ length }) => length > 0), new Uint8Array()]) {
    const signature = signatures.ofChunk(sha256(chunk));
    signatures.advance(signature);
    const size = chunk.length.toString(16);
    pieces.push(options.signed ? `${size};chunk-signature=${signature}\r\n` : `${size}\r\n`);
    if (chunk.length > 0) pieces.push(chunk, '\r\n');
  }
  const trailers = Object.entries(options.trailers ?? {});
  pieces.push(...trailers.map(([name, value]) => `${name}:${value}\r\n`));
  if (options.signed && options.trailers !== undefined) {
    const text = trailers.map(([name, value]) => `${name}:${value}\n`).join('');
    pieces.push(`x-amz-trailer-signature:${signatures.ofTrailers(text)}\r\n`);
  }
  pieces.push('\r\n');
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)));
}

/** The bytes cut at some places. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const sorted = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length];
  sorted.sort((left, right) => left - right);
  return sorted.slice(1).map((end, index) => bytes.subarray(sorted[index], end));
}

function decode(
  pieces: readonly Uint8Array[],
  { signed, withTrailers }: { readonly signed: boolean; readonly withTrailers: boolean },
): { readonly bytes: Buffer; readonly trailers: ReadonlyMap<string, string> } {
  const signatures = signed ? new ChunkSignatures(signing) : undefined;
  const decoder = new ChunkedDecoder({ signatures, withTrailers });
  const bytes = Buffer.concat(pieces.flatMap((piece) => decoder.decode(piece)));
  decoder.end();
  return { bytes, trailers: decoder.trailers };
}

const chunks = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 6 });
const places = fc.array(fc.nat(), { maxLength: 30 });
const trailers = fc.constantFrom(undefined, {}, { 'x-amz-checksum-crc32': 'AAAAAA==' });

test('a body decodes to the same bytes however it is cut on its way', () => {
  fc.assert(
    fc.property(chunks, places, fc.boolean(), trailers, (given, cuts, signed, sent) => {
      const body = encode(given, { signed, ...(sent !== undefined && { trailers: sent }) });
      const options = { signed, withTrailers: sent !== undefined };
      const { bytes, trailers: found } = decode(cut(body, cuts), options);
      expect(bytes).toEqual(Buffer.concat(given));
      expect(Object.fromEntries(found)).toEqual(sent ?? {});
    }),
  );
});

test('a signed body with any byte changed, left out or added is refused, or means the same', () => {
  const change = fc.record({
    kind: fc.constantFrom('flip', 'remove', 'insert'),
    at: fc.nat(),
    byte: fc.integer({ min: 1, max: 255 }),
  });
  fc.assert(
    fc.property(chunks, change, fc.boolean(), (given, { kind, at, byte }, withTrailers) => {
      const sent = withTrailers ? { trailers: { 'x-amz-checksum-crc32': 'AAAAAA==' } } : {};
      const body = encode(given, { signed: true, ...sent });
      const place = at % body.length;
      const before = body.subarray(0, place);
      const here = (body[place] ?? 0) ^ byte;
      const changed = {
        flip: [before, Buffer.from([here]), body.subarray(place + 1)],
        remove: [before, body.subarray(place + 1)],
        insert: [before, Buffer.from([byte]), body.subarray(place)],
      }[kind];
      let decoded: ReturnType<typeof decode>;
      try {
        decoded = decode([Buffer.concat(changed ?? [])], { signed: true, withTrailers });
      } catch {
        return;
      }
      expect(decoded.bytes).toEqual(Buffer.concat(given));
    }),
    { numRuns: 500 },
  );
});

test('a body that is cut short is refused wherever the cut is', () => {
  const body = encode([Buffer.from('hello'), Buffer.from('world')], { signed: true });
  for (let end = 0; end < body.length; end += 1) {
    const decoding = () => decode([body.subarray(0, end)], { signed: true, withTrailers: false });
    expect(decoding).toThrow();
  }
});

test('chunks cannot be swapped, left out, or come from another request', () => {
  const [first, second] = [Buffer.from('first'), Buffer.from('again')];
  const line = (chunk: Buffer, signature: string) =>
    Buffer.concat([Buffer.from(`5;chunk-signature=${signature}\r\n`), chunk, Buffer.from('\r\n')]);
  const signatures = new ChunkSignatures(signing);
  const ofFirst = signatures.ofChunk(sha256(first));
  signatures.advance(ofFirst);
  const ofSecond = signatures.ofChunk(sha256(second));
  const options = { signed: true, withTrailers: false };
  expect(() => decode([line(second, ofSecond)], options)).toThrow(/signature/);
  expect(() => decode([line(second, ofFirst)], options)).toThrow(/signature/);
  const foreign = new ChunkSignatures({ ...signing, seed: 'b'.repeat(64) });
  expect(() => decode([line(first, foreign.ofChunk(sha256(first)))], options)).toThrow(/signature/);
});

test('a chunk without a signature is no chunk of a signed body', () => {
  const body = encode([Buffer.from('hello')], { signed: false });
  expect(() => decode([body], { signed: true, withTrailers: false })).toThrow(/signature/);
});

test('lines and trailers have a bound', () => {
  const decoding = (text: string) => () =>
    decode([Buffer.from(text)], { signed: false, withTrailers: true });
  expect(decoding('1'.repeat(2_000))).toThrow(/too long/);
  expect(decoding('fffffffffffff\r\n')).toThrow(/cannot be read/);
  expect(decoding('-5\r\n')).toThrow(/cannot be read/);
  expect(decoding('5;x=y\r\nhello\r\n')).toThrow(/cannot be read/);
  expect(decoding('3\r\nhello\r\n0\r\n\r\n')).toThrow(/longer than it says/);
  expect(decoding('0\n\n')).toThrow(/CR LF/);
  expect(decoding('0\r\n\r\nmore')).toThrow(/behind its end/);
  const many = Array.from({ length: 50 }, (_, index) => `x-${index}:1\r\n`).join('');
  expect(decoding(`0\r\n${many}\r\n`)).toThrow(/too many/);
});
