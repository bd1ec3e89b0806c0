import type { Settings } from '@plinth/config';
import type { Clock, Logger, Random } from '@plinth/kernel';
import type { Database } from '@plinth/postgres';
import type { BlobStore } from './backends/blob-store.ts';
import { BucketLimits } from './buckets/bucket-limits.ts';
import { createConfiguredBuckets } from './buckets/configured-buckets.ts';
import type { Callers, StorageCore } from './core.ts';
import { Images } from './images/images.ts';
import { type Limits, limitsFrom } from './limits.ts';
import { Creations } from './objects/creations.ts';
import { sweepUploads } from './protocols/s3/multipart/sweep-uploads.ts';
import {
  type S3Options,
  type SessionKeys,
  s3OptionsOf,
} from './protocols/s3/signature/key-pair.ts';
import { ResumableUploads } from './protocols/tus/resumable-uploads.ts';
import { UrlTokens } from './signing/url-tokens.ts';
import { Sweeper } from './sweep/sweeper.ts';

export interface StorageServiceOptions {
  /** Logged in as supabase_storage_admin. */
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly settings: Settings;
  /** Shared secret of HS256 tokens; signs URLs. */
  readonly jwtSecret: string;
  /** What S3 clients sign with where they have a session token; without it they need the key pair. */
  readonly sessionKeys?: SessionKeys;
  readonly callers: Callers;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Base URL of the project where it is not the one that the client used. */
  readonly externalUrl?: string;
  /** Where transformed images are kept; absent: nowhere. */
  readonly imagesFolder?: string;
  /** Limits other than those of the settings. */
  readonly limits?: Partial<Limits>;
}

/** The Storage API of one project. */
export class StorageService implements StorageCore {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly limits: Limits;
  readonly bucketLimits: BucketLimits;
  readonly creations: Creations;
  readonly tokens: UrlTokens;
  readonly callers: Callers;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly externalUrl: string | undefined;
  readonly sweeper: Sweeper;
  readonly resumable: ResumableUploads;
  readonly images: Images;
  readonly s3: S3Options;
  readonly #settings: Settings;
  readonly #background = new Set<Promise<void>>();

  constructor(options: StorageServiceOptions) {
    this.database = options.database;
    this.blobs = options.blobs;
    this.limits = { ...limitsFrom(options.settings), ...options.limits };
    this.tokens = new UrlTokens(options.jwtSecret, options.clock);
    this.callers = options.callers;
    this.clock = options.clock;
    this.bucketLimits = new BucketLimits(options.clock);
    this.creations = new Creations(options.database);
    this.random = options.random;
    this.logger = options.logger.child({ service: 'storage' });
    this.externalUrl = options.externalUrl?.replace(/\/+$/, '');
    this.sweeper = new Sweeper(this);
    this.resumable = new ResumableUploads(this);
    this.s3 = s3OptionsOf(options);
    this.sweeper.also(() => sweepUploads(this));
    this.sweeper.also(() => this.resumable.sweep());
    this.images = new Images(this, options.imagesFolder);
    this.sweeper.onRemoved((versions) => this.images.cache?.forget(versions));
    this.#settings = options.settings;
  }

  /** Rejects where the blob store cannot be used. */
  async start(): Promise<void> {
    await this.blobs.start();
    await createConfiguredBuckets(this, this.#settings['storage.buckets']);
    this.sweeper.start();
  }

  /** Waits for work under way. The database is the caller's to close. */
  async close(): Promise<void> {
    await Promise.all(this.#background);
    this.images.close();
    await this.sweeper.close();
    await this.blobs.close();
  }

  /** Work that goes on after its request was answered; `close` waits for it. */
  inBackground(work: Promise<void>, failure: string): void {
    const watched = work
      .catch((error: unknown) => this.logger.error({ err: error }, failure))
      .finally(() => this.#background.delete(watched));
    this.#background.add(watched);
  }

  retired(): void {
    this.sweeper.soon();
  }
}
