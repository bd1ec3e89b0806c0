import type { Clock } from '@plinth/kernel';

/** Steps of a request that `Server-Timing` tells of. */
export type Step = 'jwt' | 'parse' | 'plan' | 'transaction' | 'response';

/** Measures the steps of one request, or nothing at all. */
export interface Stopwatch {
  /** The step that runs from now on; the one before ends. */
  enter(step: Step): void;
  /** The `Server-Timing` header of the steps so far; undefined where nothing is measured. */
  header(): string | undefined;
}

/** For when nobody asks. */
export const noStopwatch: Stopwatch = { enter: () => {}, header: () => undefined };

/** The token has been verified before the service sees a request: its step takes no time here. */
export class StepStopwatch implements Stopwatch {
  readonly #clock: Clock;
  readonly #durations = new Map<Step, number>([['jwt', 0]]);
  #step: Step = 'parse';
  #since: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#since = clock.now();
  }

  enter(step: Step): void {
    this.#endStep();
    this.#step = step;
  }

  header(): string {
    this.#endStep();
    return [...this.#durations].map(([step, time]) => `${step};dur=${time.toFixed(1)}`).join(', ');
  }

  #endStep(): void {
    const now = this.#clock.now();
    const spent = this.#durations.get(this.#step) ?? 0;
    this.#durations.set(this.#step, spent + now - this.#since);
    this.#since = now;
  }
}
