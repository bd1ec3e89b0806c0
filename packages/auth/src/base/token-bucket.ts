import { BoundedMap, type Clock } from '@plinth/kernel';

interface Level {
  tokens: number;
  at: number;
}

/** So much at once per key, refilled evenly over a time; for limits the gateway cannot decide. */
export class TokenBucket {
  readonly #levels = new BoundedMap<string, Level>(20_000);
  readonly #burst: number;
  readonly #milliseconds: number;
  readonly #clock: Clock;

  constructor(burst: number, seconds: number, clock: Clock) {
    this.#burst = burst;
    this.#milliseconds = seconds * 1000;
    this.#clock = clock;
  }

  /** Takes one; false where none is left. */
  take(key: string): boolean {
    const now = this.#clock.now();
    const level = this.#levels.get(key) ?? { tokens: this.#burst, at: now };
    const refill = ((now - level.at) * this.#burst) / this.#milliseconds;
    level.tokens = Math.min(this.#burst, level.tokens + Math.max(0, refill));
    level.at = now;
    this.#levels.set(key, level);
    if (level.tokens < 1) return false;
    level.tokens -= 1;
    return true;
  }
}
