import { timingSafeEqual } from 'node:crypto';
import type { RouteRequest } from '@plinth/kernel';
import type { ByteSource } from '../../../backends/blob-store.ts';
import { storageError } from '../../../errors.ts';
import { textOf } from '../../../serving/conditional.ts';
import { s3Error } from '../errors.ts';
import type { ChunkSignatures } from '../signature/chunk-signatures.ts';
import {
  type ChecksumKind,
  checksumKind,
  decodeChecksum,
  type RunningChecksum,
  startChecksum,
} from './checksums.ts';
import { ChunkedDecoder } from './chunked-decoder.ts';

/** A body whose last byte arrives only where everything that the request says about it is true. */
export interface VerifiedBody {
  /** Throws AppError where something is not; what was read before must then be dropped. */
  readonly source: ByteSource;
  /** Bytes, where the client told. */
  readonly length: number | undefined;
}

type Headers = RouteRequest['headers'];

/** A checksum that the body must have: from a header, or from a trailer that is still to come. */
interface Expected {
  readonly kind: ChecksumKind;
  readonly header: string;
  readonly value: Buffer | undefined;
  readonly failure: 'BadDigest' | 'XAmzContentSHA256Mismatch';
}

const chunkedPayloads: Readonly<Record<string, { signed: boolean; withTrailers: boolean }>> = {
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD': { signed: true, withTrailers: false },
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER': { signed: true, withTrailers: true },
  'STREAMING-UNSIGNED-PAYLOAD-TRAILER': { signed: false, withTrailers: true },
};

/**
 * The body of a request as its headers describe it. `payloadHash` is what was signed for it: a SHA-256, the word for an
 * unsigned body, or the kind of its chunks. Throws AppError.
 */
export function verifiedBody(
  raw: ByteSource,
  headers: Headers,
  payloadHash: string,
  chunks: ChunkSignatures,
): VerifiedBody {
  const chunked = chunkedPayloads[payloadHash];
  const expected = [...expectedByHeaders(headers), ...expectedHash(payloadHash)];
  if (chunked === undefined) {
    const length = lengthOf(headers, 'content-length');
    return { length, source: checked(raw, expected, length) };
  }
  const length = lengthOf(headers, 'x-amz-decoded-content-length');
  if (length === undefined) throw s3Error('MissingContentLength');
  const decoder = new ChunkedDecoder({
    signatures: chunked.signed ? chunks : undefined,
    withTrailers: chunked.withTrailers,
  });
  const all = [...expected, ...(chunked.withTrailers ? expectedByTrailers(headers) : [])];
  return { length, source: checked(decoded(raw, decoder), all, length, decoder.trailers) };
}

async function* decoded(raw: ByteSource, decoder: ChunkedDecoder): ByteSource {
  for await (const piece of raw) yield* decoder.decode(piece);
  decoder.end();
}

async function* checked(
  source: ByteSource,
  expected: readonly Expected[],
  length: number | undefined,
  trailers?: ReadonlyMap<string, string>,
): ByteSource {
  const running = new Map<ChecksumKind, RunningChecksum>();
  for (const { kind } of expected) if (!running.has(kind)) running.set(kind, startChecksum(kind));
  let taken = 0;
  for await (const chunk of source) {
    taken += chunk.byteLength;
    if (length !== undefined && taken > length) throw incomplete(length, taken);
    for (const checksum of running.values()) checksum.update(chunk);
    yield chunk;
  }
  if (length !== undefined && taken !== length) throw incomplete(length, taken);
  const digests = new Map([...running].map(([kind, checksum]) => [kind, checksum.digest()]));
  for (const each of expected) compare(each, digests.get(each.kind), trailers);
}

function compare(
  { kind, header, value, failure }: Expected,
  digest: Buffer | undefined,
  trailers: ReadonlyMap<string, string> | undefined,
): void {
  const wanted = value ?? checksumOf(kind, header, trailers?.get(header) ?? '');
  if (digest !== undefined && timingSafeEqual(digest, wanted)) return;
  throw s3Error(failure);
}

function expectedByHeaders(headers: Headers): Expected[] {
  const found: Expected[] = [];
  const md5 = textOf(headers['content-md5']);
  if (md5 !== undefined) {
    const value = checksumOf('md5', 'content-md5', md5);
    found.push({ kind: 'md5', header: 'content-md5', value, failure: 'BadDigest' });
  }
  for (const [header, text] of Object.entries(headers)) {
    const kind = checksumKind(header);
    if (kind === undefined) continue;
    const value = checksumOf(kind, header, textOf(text) ?? '');
    found.push({ kind, header, value, failure: 'BadDigest' });
  }
  return found;
}

/** The trailers that the request announces; each must come, and be a checksum that we know. */
function expectedByTrailers(headers: Headers): Expected[] {
  const names = (textOf(headers['x-amz-trailer']) ?? '').toLowerCase().split(',');
  return names
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((header) => {
      const kind = checksumKind(header);
      if (kind === undefined) {
        throw s3Error('InvalidArgument', { message: `The trailer ${header} is not known` });
      }
      return { kind, header, value: undefined, failure: 'BadDigest' };
    });
}

function expectedHash(payloadHash: string): Expected[] {
  if (payloadHash === 'UNSIGNED-PAYLOAD' || chunkedPayloads[payloadHash] !== undefined) return [];
  const header = 'x-amz-content-sha256';
  if (!/^[0-9a-f]{64}$/i.test(payloadHash)) {
    throw s3Error('InvalidArgument', { message: `${header} must be a SHA-256 or a known word` });
  }
  const value = Buffer.from(payloadHash, 'hex');
  return [{ kind: 'sha256', header, value, failure: 'XAmzContentSHA256Mismatch' }];
}

function checksumOf(kind: ChecksumKind, header: string, text: string): Buffer {
  const bytes = decodeChecksum(kind, text);
  if (bytes !== undefined) return bytes;
  throw s3Error('InvalidDigest', { message: `The value of ${header} is missing or not valid` });
}

function lengthOf(headers: Headers, name: string): number | undefined {
  const text = textOf(headers[name]);
  if (text === undefined) return undefined;
  const length = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isNaN(length)) return length;
  throw s3Error('InvalidArgument', { message: `${name} is not a length` });
}

function incomplete(length: number, taken: number): Error {
  return storageError('IncompleteBody', {
    message: `The body should have ${length} bytes; it has ${taken > length ? 'more' : taken}.`,
  });
}
