import { BoundedMap, type Clock } from '@plinth/kernel';

/** A token bucket: `burst` requests at once, refilled evenly over `seconds`. */
export interface Rate {
  readonly burst: number;
  readonly seconds: number;
}

/** Rates by the limit class that routes name; a class without a rate is not limited. */
export type Rates = Readonly<Record<string, Rate>>;

interface Bucket {
  tokens: number;
  updated: number;
}

/** Most buckets kept; an address that comes back after being forgotten starts with a full one. */
const bucketLimit = 50_000;

/** Limits requests per class and address, in memory. */
export class RateLimiter {
  readonly #buckets = new BoundedMap<string, Bucket>(bucketLimit);
  readonly #rates: Rates;
  readonly #clock: Clock;

  constructor(rates: Rates, clock: Clock) {
    this.#rates = rates;
    this.#clock = clock;
  }

  /** Takes one request off the bucket; gives the seconds to wait where it is empty, else 0. */
  take(limitClass: string, address: string): number {
    const rate = this.#rates[limitClass];
    if (rate === undefined) return 0;
    const key = `${limitClass} ${address}`;
    const now = this.#clock.now();
    const perMillisecond = rate.burst / (rate.seconds * 1000);
    const bucket = this.#buckets.get(key) ?? { tokens: rate.burst, updated: now };
    bucket.tokens = Math.min(rate.burst, bucket.tokens + (now - bucket.updated) * perMillisecond);
    bucket.updated = now;
    this.#buckets.set(key, bucket);
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / perMillisecond / 1000);
    bucket.tokens -= 1;
    return 0;
  }
}
