import {
  type BlobEntry,
  type BlobFacts,
  BlobMissing,
  type BlobStore,
  type ByteRange,
  type ByteSource,
  type OpenBlob,
} from '../blob-store.ts';
import { isVersion } from '../disk/layout.ts';
import { copyStored } from './copy-stored.ts';
import { abortUpload, staleUploads } from './multipart-write.ts';
import { readStored } from './read-stored.ts';
import { S3Client, type S3ClientOptions } from './s3-client.ts';
import { isMissing } from './s3-failure.ts';
import { S3Layout } from './s3-layout.ts';
import { S3Uploads } from './s3-uploads.ts';
import { deleteObjects, listObjects } from './stored-objects.ts';
import { writeStream } from './write-stream.ts';

/** How old a multipart upload to the store must be to count as given up, in milliseconds: a day. */
const staleAge = 86_400_000;

/** Where blobs lie in an object store. */
export interface S3StoreOptions extends S3ClientOptions {
  /** What the keys of this project begin with; empty where the bucket is its own. */
  readonly prefix: string;
}

/** Blobs as objects of a bucket of any S3 object store. DESIGN.md has the laws. */
export class S3Store implements BlobStore {
  readonly exclusive = false;
  readonly uploads: S3Uploads;
  readonly #options: S3StoreOptions;
  readonly #client: S3Client;
  readonly #layout: S3Layout;

  constructor(options: S3StoreOptions) {
    this.#options = options;
    this.#client = new S3Client(options);
    this.#layout = new S3Layout(options.prefix);
    this.uploads = new S3Uploads(this.#client, this.#layout);
  }

  async start(): Promise<void> {
    const { endpoint, bucket, clock } = this.#options;
    try {
      for await (const _ of listObjects(this.#client, this.#layout.objects)) break;
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      const message = `bucket ${bucket} of the object store at ${endpoint} cannot be used: ${why}`;
      throw new Error(message, { cause });
    }
    await this.#abortStale(clock.now() - staleAge);
  }

  async close(): Promise<void> {
    this.#client.close();
  }

  async write(version: string, source: ByteSource): Promise<BlobFacts> {
    return writeStream(this.#client, this.#layout.blob(version), source);
  }

  async read(version: string, range?: ByteRange): Promise<OpenBlob> {
    if (!isVersion(version)) throw new BlobMissing(version);
    try {
      return await readStored(this.#client, this.#layout.blob(version), range);
    } catch (error) {
      throw isMissing(error) ? new BlobMissing(version) : error;
    }
  }

  async copy(from: string, to: string): Promise<void> {
    if (!isVersion(from)) throw new BlobMissing(from);
    const { blob } = this.#layout;
    if (!(await copyStored(this.#client, blob(from), blob(to)))) throw new BlobMissing(from);
  }

  async remove(versions: readonly string[]): Promise<void> {
    await deleteObjects(this.#client, versions.filter(isVersion).map(this.#layout.blob));
  }

  async *list(): AsyncIterable<BlobEntry> {
    const { objects } = this.#layout;
    for await (const { key, modifiedAt } of listObjects(this.#client, objects)) {
      const version = key.slice(objects.length);
      if (isVersion(version)) yield { version, modifiedAt };
    }
  }

  /** Parts of writes that a crash cut off are invisible, and cost money. Stores without the call need a lifecycle rule. */
  async #abortStale(before: number): Promise<void> {
    const stale = await staleUploads(this.#client, this.#options.prefix, before).catch(() => []);
    for (const { key, id } of stale) await abortUpload(this.#client, key, id).catch(() => {});
  }
}
