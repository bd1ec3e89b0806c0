import { BoundedMap, type Clock } from '@plinth/kernel';
import type { Bucket } from './bucket.ts';

/** How long what a bucket takes is believed, in milliseconds: a change by SQL counts from then on. */
const life = 1_000;

/** What a bucket takes. */
export type BucketLimit = Pick<Bucket, 'file_size_limit' | 'allowed_mime_types'>;

/** Remembers for a moment what buckets take, so that many uploads after another ask once. */
export class BucketLimits {
  readonly #clock: Clock;
  readonly #known = new BoundedMap<string, { readonly limit: BucketLimit; readonly until: number }>(
    1_000,
  );

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What `find` gives, or gave a moment ago. */
  async of(bucket: string, find: () => Promise<BucketLimit>): Promise<BucketLimit> {
    const known = this.#known.get(bucket);
    if (known !== undefined && known.until > this.#clock.now()) return known.limit;
    const limit = await find();
    this.#known.set(bucket, { limit, until: this.#clock.now() + life });
    return limit;
  }

  /** The bucket is being changed. */
  forget(bucket: string): void {
    this.#known.delete(bucket);
  }
}
