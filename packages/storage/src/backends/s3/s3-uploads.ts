import type { Appended, BlobEntry, BlobFacts, ByteSource, UploadStore } from '../blob-store.ts';
import { joinStored } from './join-stored.ts';
import type { S3Client } from './s3-client.ts';
import type { S3Layout } from './s3-layout.ts';
import { deleteObjects, listObjects, type StoredEntry } from './stored-objects.ts';
import { writeStream } from './write-stream.ts';

/** Uploads in several requests: each part, and each piece that is appended, is an object of its own. */
export class S3Uploads implements UploadStore {
  readonly #client: S3Client;
  readonly #layout: S3Layout;

  constructor(client: S3Client, layout: S3Layout) {
    this.#client = client;
    this.#layout = layout;
  }

  writePart(upload: string, part: number, source: ByteSource): Promise<BlobFacts> {
    return writeStream(this.#client, this.#layout.part(upload, part), source);
  }

  async removeParts(upload: string, parts: readonly number[]): Promise<void> {
    const keys = parts.map((part) => this.#layout.part(upload, part));
    await deleteObjects(this.#client, keys);
  }

  async joinParts(upload: string, parts: readonly number[], version: string): Promise<BlobFacts> {
    const found = new Map<string, StoredEntry>();
    for await (const entry of this.#entries(upload)) found.set(entry.key, entry);
    const entries = parts.map((part) => {
      const entry = found.get(this.#layout.part(upload, part));
      if (entry === undefined) throw new Error(`upload ${upload} has no part ${part}`);
      return entry;
    });
    return joinStored(this.#client, entries, this.#layout.blob(version));
  }

  async append(upload: string, offset: number, source: ByteSource): Promise<Appended> {
    await this.#dropFrom(upload, offset);
    const kept = untilFailure(source);
    const first = await kept.bytes.next();
    if (first.done === true) return { written: 0, ...kept.outcome() };
    const key = this.#layout.piece(upload, offset);
    const { size } = await writeStream(this.#client, key, withFirst(first.value, kept.bytes));
    return { written: size, ...kept.outcome() };
  }

  async finish(upload: string, version: string, known?: BlobFacts): Promise<BlobFacts> {
    const pieces: StoredEntry[] = [];
    let size = 0;
    for await (const piece of listObjects(this.#client, this.#layout.pieces(upload))) {
      if (piece.key !== this.#layout.piece(upload, size)) {
        throw new Error(`upload ${upload} has a gap at ${size}`);
      }
      size += piece.size;
      pieces.push(piece);
    }
    const joined = await joinStored(this.#client, pieces, this.#layout.blob(version));
    return known !== undefined && known.size === joined.size ? known : joined;
  }

  async discard(upload: string): Promise<void> {
    const keys: string[] = [];
    for await (const { key } of this.#entries(upload)) keys.push(key);
    await deleteObjects(this.#client, keys);
  }

  async *list(): AsyncIterable<BlobEntry> {
    const { uploads } = this.#layout;
    let current: BlobEntry | undefined;
    for await (const { key, modifiedAt } of listObjects(this.#client, uploads)) {
      const version = key.slice(uploads.length).split('/')[0] ?? '';
      if (current !== undefined && current.version !== version) yield current;
      const latest = current?.version === version ? current.modifiedAt : 0;
      current = { version, modifiedAt: Math.max(latest, modifiedAt) };
    }
    if (current !== undefined) yield current;
  }

  #entries(upload: string): AsyncIterable<StoredEntry> {
    return listObjects(this.#client, this.#layout.upload(upload));
  }

  /** Drops the pieces that begin at `offset` or behind it: written, but never acknowledged. */
  async #dropFrom(upload: string, offset: number): Promise<void> {
    const prefix = this.#layout.pieces(upload);
    const after = offset === 0 ? undefined : this.#layout.piece(upload, offset - 1);
    const keys: string[] = [];
    for await (const { key } of listObjects(this.#client, prefix, after)) keys.push(key);
    await deleteObjects(this.#client, keys);
  }
}

/** The bytes of `source` until it fails, and then why. */
function untilFailure(source: ByteSource): {
  readonly bytes: AsyncGenerator<Uint8Array>;
  outcome(): { readonly failure?: unknown };
} {
  let failure: unknown;
  async function* take(): AsyncGenerator<Uint8Array> {
    try {
      yield* source;
    } catch (error) {
      failure = error;
    }
  }
  return {
    bytes: take(),
    outcome: () => (failure === undefined ? {} : { failure }),
  };
}

async function* withFirst(first: Uint8Array, rest: AsyncIterable<Uint8Array>): ByteSource {
  yield first;
  yield* rest;
}
