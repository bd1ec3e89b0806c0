import type { Clock } from '@plinth/kernel';

/** Seconds over which a rate is averaged: a burst of that many seconds' worth passes at once. */
const averagedOver = 5;

/** So many of something per second, averaged over five. */
export class TokenBucket {
  readonly #perSecond: number;
  readonly #clock: Clock;
  #tokens: number;
  #updated: number;

  constructor(perSecond: number, clock: Clock) {
    this.#perSecond = perSecond;
    this.#clock = clock;
    this.#tokens = perSecond * averagedOver;
    this.#updated = clock.now();
  }

  /** Takes `count`; false, taking nothing, where there are not as many. */
  take(count = 1): boolean {
    const now = this.#clock.now();
    const most = this.#perSecond * averagedOver;
    const gained = (Math.max(0, now - this.#updated) / 1000) * this.#perSecond;
    this.#tokens = Math.min(most, this.#tokens + gained);
    this.#updated = now;
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    return true;
  }
}
