import { BoundedMap, type Clock } from '@plinth/kernel';

interface Failures {
  readonly count: number;
  readonly since: number;
}

/** Wrong codes that are forgiven; one in fifty thousand would guess a six-digit code with them. */
const forgiven = 20;

/**
 * Counts wrong codes per user, wherever they come from: limits by address do not stop someone with
 * many addresses. Users beyond the limit need a new code.
 */
export class CodeAttempts {
  readonly #failures = new BoundedMap<string, Failures>(20_000);
  readonly #clock: Clock;
  readonly #lifeMilliseconds: number;

  constructor(clock: Clock, codeLifeSeconds: number) {
    this.#clock = clock;
    this.#lifeMilliseconds = codeLifeSeconds * 1000;
  }

  /** True where a code of the user may not even be compared. */
  isExhausted(userId: string): boolean {
    return (this.#current(userId)?.count ?? 0) >= forgiven;
  }

  countFailure(userId: string): void {
    const current = this.#current(userId) ?? { count: 0, since: this.#clock.now() };
    this.#failures.set(userId, { ...current, count: current.count + 1 });
  }

  /** To be called when the user gets a new code. */
  forget(userId: string): void {
    this.#failures.delete(userId);
  }

  #current(userId: string): Failures | undefined {
    const failures = this.#failures.get(userId);
    if (failures === undefined) return undefined;
    return this.#clock.now() - failures.since < this.#lifeMilliseconds ? failures : undefined;
  }
}
