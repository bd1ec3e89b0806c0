import type { Readable } from 'node:stream';

/** Bytes as they arrive; the store takes them at its own pace. */
export type ByteSource = AsyncIterable<Uint8Array>;

/** A part of a blob: first and last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What a store learnt about bytes while it wrote them. */
export interface BlobFacts {
  /** Bytes. */
  readonly size: number;
  /** ETag without quotes: MD5 in hex of the content, or `<md5 of the parts' md5s>-<parts>`. */
  readonly etag: string;
}

/** An opened blob. */
export interface OpenBlob {
  /** Bytes of the whole blob, whatever range was asked for. */
  readonly size: number;
  /** Small ones come whole, to be neither changed nor transferred; a stream must be read or destroyed. */
  readonly body: Uint8Array | Readable;
}

/** A blob as a listing shows it. */
export interface BlobEntry {
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

/** There are no bytes under this version. */
export class BlobMissing extends Error {
  constructor(version: string) {
    super(`there is no blob ${version}`);
    this.name = 'BlobMissing';
  }
}

/**
 * Where bytes live. A blob is named by its version (a UUID), never by the key of its object, and is never changed
 * once written: what a key means is decided by rows alone.
 */
export interface BlobStore {
  /** True where no other process writes to the store: what it held when this one began is nobody's work in progress. */
  readonly exclusive: boolean;
  /** Makes the store usable; throws where it cannot be. */
  start(): Promise<void>;
  close(): Promise<void>;
  /** Resolves when the blob would survive a power failure. Throws what `source` throws; then nothing is left. */
  write(version: string, source: ByteSource): Promise<BlobFacts>;
  /** Throws BlobMissing. */
  read(version: string, range?: ByteRange): Promise<OpenBlob>;
  /** The same bytes under another version, as durable as `write`. Throws BlobMissing. */
  copy(from: string, to: string): Promise<void>;
  /** Removes blobs; those that are not there are fine. */
  remove(versions: readonly string[]): Promise<void>;
  /** Every blob, in no order. */
  list(): AsyncIterable<BlobEntry>;
  /** What uploads in several requests have written so far. */
  readonly uploads: UploadStore;
}

/**
 * Uploads that take several requests. `upload` is a UUID. Everything written is durable when the call resolves, so
 * that an upload resumes after a crash; what belongs to which upload, and how far it is, is kept in tables.
 */
export interface UploadStore {
  /** Writes a numbered part; again under the same number replaces it (S3 multipart). Keeps nothing where `source` throws. */
  writePart(upload: string, part: number, source: ByteSource): Promise<BlobFacts>;
  /** Removes parts that others have taken the place of; those that are not there are fine. */
  removeParts(upload: string, parts: readonly number[]): Promise<void>;
  /** Joins parts in the given order to the blob `version`. The parts stay until `discard`. */
  joinParts(upload: string, parts: readonly number[], version: string): Promise<BlobFacts>;
  /**
   * Appends to the one growing file of an upload (TUS). Bytes behind `offset`, left by a crash, are dropped first.
   * What came before `source` broke is kept: `written` says how much, `failure` why it ended.
   */
  append(upload: string, offset: number, source: ByteSource): Promise<Appended>;
  /** The appended bytes become the blob `version`. `known`: what the caller learnt of them, so that they need not be read. */
  finish(upload: string, version: string, known?: BlobFacts): Promise<BlobFacts>;
  /** Forgets an upload and all it wrote; fine where there is none. */
  discard(upload: string): Promise<void>;
  /** Every upload that holds bytes. `version` is the upload's id. */
  list(): AsyncIterable<BlobEntry>;
}

/** How an append ended. */
export interface Appended {
  /** Bytes that this call made durable. */
  readonly written: number;
  readonly failure?: unknown;
}
