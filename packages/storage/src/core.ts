import type { Caller, Clock, Logger, Random } from '@plinth/kernel';
import type { Database } from '@plinth/postgres';
import type { BlobStore } from './backends/blob-store.ts';
import type { BucketLimits } from './buckets/bucket-limits.ts';
import type { Limits } from './limits.ts';
import type { Creations } from './objects/creations.ts';
import type { UrlTokens } from './signing/url-tokens.ts';

/** Resolves who a request speaks for, the way the gateway does; throws AppError where a credential is bad. */
export interface Callers {
  resolve(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    url: string,
  ): Caller | Promise<Caller>;
}

/** Ports and parts that operations work with. */
export interface StorageCore {
  /** Logged in as supabase_storage_admin, which may become every role of the API. */
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
  /** Base URL of the Storage API where it is not the one that the client used; without a trailing slash. */
  readonly externalUrl: string | undefined;
  /** Called after rows retired blobs: they are removed a little later. */
  retired(): void;
}
