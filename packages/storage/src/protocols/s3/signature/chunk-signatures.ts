import { s3Error } from '../errors.ts';
import { isSame } from './same.ts';
import { emptyHash, type Scope, scopeText, sha256, signText } from './sigv4.ts';

/** What the signatures of chunks are made from. */
export interface ChunkSigning {
  readonly key: Uint8Array;
  readonly scope: Scope;
  /** `20260131T235959Z`. */
  readonly date: string;
  /** Signature of the request: the chain begins with it. */
  readonly seed: string;
}

/** The chain of signatures in an aws-chunked body: each covers the one before, so no chunk can be moved or left out. */
export class ChunkSignatures {
  readonly #signing: ChunkSigning;
  #previous: string;

  constructor(signing: ChunkSigning) {
    this.#signing = signing;
    this.#previous = signing.seed;
  }

  /** Throws where `signature` is not that of the next chunk. `hash` is the SHA-256 of its bytes in hex. */
  checkChunk(hash: string, signature: string): void {
    this.#check(this.ofChunk(hash), signature);
  }

  /** Throws where `signature` is not that of the trailers. `text` holds them as `name:value\n` lines. */
  checkTrailers(text: string, signature: string): void {
    this.#check(this.ofTrailers(text), signature);
  }

  /** Signature of the next chunk in hex. */
  ofChunk(hash: string): string {
    return this.#sign('AWS4-HMAC-SHA256-PAYLOAD', `${emptyHash}\n${hash}`);
  }

  /** Signature of the trailers in hex. */
  ofTrailers(text: string): string {
    return this.#sign('AWS4-HMAC-SHA256-TRAILER', sha256(text));
  }

  /** The next signature covers this one. */
  advance(signature: string): void {
    this.#previous = signature;
  }

  #sign(kind: string, rest: string): string {
    const { key, scope, date } = this.#signing;
    return signText(key, `${kind}\n${date}\n${scopeText(scope)}\n${this.#previous}\n${rest}`);
  }

  #check(expected: string, signature: string): void {
    if (!isSame(signature, expected)) throw s3Error('SignatureDoesNotMatch');
    this.advance(signature);
  }
}
