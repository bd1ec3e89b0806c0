import { createHash, type Hash } from 'node:crypto';
import { s3Error } from '../errors.ts';
import type { ChunkSignatures } from '../signature/chunk-signatures.ts';
import { emptyHash } from '../signature/sigv4.ts';

/** How a body is cut into chunks. */
export interface ChunkedOptions {
  /** Verifies chunks and trailers; undefined where they are not signed. */
  readonly signatures: ChunkSignatures | undefined;
  /** Whether trailers follow the last chunk. */
  readonly withTrailers: boolean;
}

type State = 'size' | 'data' | 'data end' | 'trailers' | 'done';

/** Longest line of sizes and trailers, in bytes. */
const longestLine = 1_024;

/** Most trailers: a checksum and its signature, and room for more. */
const mostTrailers = 10;

const carriageReturn = 13;
const lineFeed = 10;

const signatureTrailer = 'x-amz-trailer-signature';

/**
 * Decodes an aws-chunked body piece by piece, however it arrives. Bytes of a chunk are handed on before its signature
 * is known: whoever keeps them must drop them where a later call throws.
 */
export class ChunkedDecoder {
  readonly trailers: Map<string, string> = new Map();
  readonly #options: ChunkedOptions;
  #state: State = 'size';
  #line = '';
  #left = 0;
  #hash: Hash | undefined;
  #signature = '';

  constructor(options: ChunkedOptions) {
    this.#options = options;
  }

  /** The decoded bytes of the next piece. Throws AppError. */
  decode(bytes: Uint8Array): Uint8Array[] {
    const decoded: Uint8Array[] = [];
    let at = 0;
    while (at < bytes.length) {
      if (this.#state === 'data') {
        const piece = bytes.subarray(at, at + this.#left);
        this.#hash?.update(piece);
        this.#left -= piece.length;
        at += piece.length;
        decoded.push(piece);
        if (this.#left === 0) this.#endData();
      } else {
        at = this.#readLine(bytes, at);
      }
    }
    return decoded;
  }

  /** Throws where the body ended too early. */
  end(): void {
    if (this.#state !== 'done') throw malformed('it ends too early');
  }

  /** Takes bytes up to the end of a line; gives where the next byte is. */
  #readLine(bytes: Uint8Array, start: number): number {
    if (this.#state === 'done') throw malformed('there are bytes behind its end');
    const found = bytes.indexOf(lineFeed, start);
    const end = found < 0 ? bytes.length : found + 1;
    if (this.#line.length + end - start > longestLine) throw malformed('a line is too long');
    this.#line += Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString(
      'latin1',
    );
    if (found < 0) return end;
    if (this.#line.charCodeAt(this.#line.length - 2) !== carriageReturn) {
      throw malformed('a line does not end with CR LF');
    }
    const line = this.#line.slice(0, -2);
    this.#line = '';
    this.#takeLine(line);
    return end;
  }

  #takeLine(line: string): void {
    if (this.#state === 'size') this.#startChunk(line);
    else if (this.#state === 'trailers') this.#takeTrailer(line);
    else if (line === '') this.#state = 'size';
    else throw malformed('a chunk is longer than it says');
  }

  #startChunk(line: string): void {
    const [, size = '', signature = ''] =
      /^([0-9a-fA-F]{1,12})(?:;chunk-signature=([0-9a-f]{64}))?$/.exec(line) ?? [];
    if (size === '') throw malformed('the size of a chunk cannot be read');
    this.#left = Number.parseInt(size, 16);
    this.#signature = signature;
    if (this.#left > 0) {
      this.#hash = this.#options.signatures === undefined ? undefined : createHash('sha256');
      this.#state = 'data';
      return;
    }
    this.#options.signatures?.checkChunk(emptyHash, signature);
    this.#state = 'trailers';
  }

  #endData(): void {
    if (this.#hash !== undefined) {
      this.#options.signatures?.checkChunk(this.#hash.digest('hex'), this.#signature);
    }
    this.#state = 'data end';
  }

  #takeTrailer(line: string): void {
    if (line === '') {
      this.#endTrailers();
      return;
    }
    const at = line.indexOf(':');
    const name = line.slice(0, at).trim().toLowerCase();
    if (at < 1 || !this.#options.withTrailers) throw malformed('a trailer cannot be read');
    if (this.trailers.has(name) || this.trailers.size >= mostTrailers) {
      throw malformed('there are too many trailers');
    }
    this.trailers.set(name, line.slice(at + 1).trim());
  }

  #endTrailers(): void {
    const { signatures, withTrailers } = this.#options;
    if (withTrailers && signatures !== undefined) {
      const signature = this.trailers.get(signatureTrailer) ?? '';
      this.trailers.delete(signatureTrailer);
      const text = [...this.trailers].map(([name, value]) => `${name}:${value}\n`).join('');
      signatures.checkTrailers(text, signature);
    }
    this.#state = 'done';
  }
}

function malformed(why: string): Error {
  return s3Error('InvalidChunk', { message: `The aws-chunked body is not well-formed: ${why}.` });
}
