import type { Clock } from '@plinth/kernel';

/** Seconds over which a rate is averaged: a burst of that many seconds' worth passes at once. */
const averagedOver = 5;

/** So many of something per second, averaged over five. */
export class TokenBucket {
  readonly #perSecond: number;
  readonly #clock: Clock;
  readonly #sharedBy: () => number;
  #tokens: number;
  #updated: number;

  /** `sharedBy` gives how many nodes the rate is meant for together; each has its share. */
  constructor(perSecond: number, clock: Clock, sharedBy: () => number = () => 1) {
    this.#perSecond = perSecond;
    this.#clock = clock;
    this.#sharedBy = sharedBy;
    this.#tokens = perSecond * averagedOver;
    this.#updated = clock.now();
  }

  /** Takes `count`; false, taking nothing, where there are not as many. */
  take(count = 1): boolean {
    const now = this.#clock.now();
    const perSecond = this.#perSecond / this.#sharedBy();
    const most = perSecond * averagedOver;
    const gained = (Math.max(0, now - this.#updated) / 1000) * perSecond;
    this.#tokens = Math.min(most, this.#tokens + gained);
    this.#updated = now;
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    return true;
  }
}
