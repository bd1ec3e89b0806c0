/** Milliseconds. */
export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Buckets in a millisecond. */
const resolution = 20;
/** What takes longer is counted as this long: 60 s. */
const longest = 60_000;

/** Latencies of any number of messages, to 0.05 ms. */
export class Latencies {
  readonly #counts = new Uint32Array(longest * resolution + 1);
  #count = 0;
  #max = 0;

  add(milliseconds: number): void {
    const bucket = Math.min(Math.max(milliseconds, 0), longest) * resolution;
    const index = Math.floor(bucket);
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.#count += 1;
    if (milliseconds > this.#max) this.#max = milliseconds;
  }

  percentiles(): Percentiles {
    return { p50: this.#at(0.5), p99: this.#at(0.99), max: round(this.#max) };
  }

  #at(share: number): number {
    let left = Math.ceil(this.#count * share);
    if (left === 0) return Number.NaN;
    for (const [bucket, count] of this.#counts.entries()) {
      left -= count;
      if (left <= 0) return round((bucket + 1) / resolution);
    }
    return longest;
  }
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}
