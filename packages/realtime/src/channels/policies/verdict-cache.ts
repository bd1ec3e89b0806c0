import { BoundedMap, type Clock } from '@plinth/kernel';

interface Entry<Verdict> {
  readonly verdict: Promise<Verdict>;
  /** Milliseconds since 1970. */
  readonly asked: number;
}

/**
 * Verdicts of policies, kept for some seconds after they were asked for: whoever comes back in that time, and
 * whoever asks the same at the same time, causes no second question.
 */
export class VerdictCache<Verdict> {
  readonly #entries: BoundedMap<string, Entry<Verdict>>;
  readonly #clock: Clock;
  readonly #lifetime: () => number;

  /** `lifetime` in milliseconds; 0 while nothing would tell of changed policies. */
  constructor(size: number, clock: Clock, lifetime: () => number) {
    this.#entries = new BoundedMap(size);
    this.#clock = clock;
    this.#lifetime = lifetime;
  }

  /** The kept verdict, or that of `question`; a failed question is not kept. */
  get(key: string, question: () => Promise<Verdict>): Promise<Verdict> {
    const now = this.#clock.now();
    const known = this.#entries.get(key);
    if (known !== undefined && now - known.asked < this.#lifetime()) return known.verdict;
    const entry = { verdict: question(), asked: now };
    this.#entries.set(key, entry);
    entry.verdict.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    });
    return entry.verdict;
  }

  /** Policies have changed: also what is being asked at the moment is for those who asked before. */
  forget(): void {
    this.#entries.clear();
  }
}
