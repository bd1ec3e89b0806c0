import type { Clock } from '@plinth/kernel';

interface Departure {
  /** Highest number of a message that the client had sent. */
  readonly lastRef: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Most departures that are kept; beyond that the oldest name is forgotten. */
const most = 10_000;

/**
 * Tells a client that comes back from one that is new, of whom the protocol says nothing: clients number their
 * messages, and go on counting over a new connection. A reloaded page, or another tab of the same user, begins anew: it has just
 * loaded its data, and what another one missed would be no news to it.
 */
export class Departures {
  readonly #clock: Clock;
  readonly #window: number;
  readonly #startedAt: number;
  readonly #isAlone: () => boolean;
  readonly #byName = new Map<string, Departure[]>();

  /**
   * `window` is how long a client that broke off is remembered, in milliseconds. `isAlone` gives whether this server is
   * the only one.
   */
  constructor(clock: Clock, window: number, isAlone: () => boolean = () => true) {
    this.#isAlone = isAlone;
    this.#clock = clock;
    this.#window = window;
    this.#startedAt = clock.now();
  }

  /** The connection of a subscriber broke. */
  note(name: string, lastRef: number): void {
    const departures = this.#valid(name);
    departures.push({ lastRef, until: this.#clock.now() + this.#window });
    // What was used last stands last: the first one is the oldest.
    this.#byName.delete(name);
    this.#byName.set(name, departures);
    if (this.#byName.size <= most) return;
    for (const oldest of this.#byName.keys()) {
      this.#byName.delete(oldest);
      return;
    }
  }

  /** Whether a join of that number continues a subscriber that broke off; each is continued once. */
  isReturn(name: string, ref: number): boolean {
    const departures = this.#valid(name);
    if (departures.length === 0) {
      // Nobody knows how far the clients of other servers, or of this one's earlier life, had counted.
      return ref > 1 && !this.#knowsAll();
    }
    const before = departures.filter(({ lastRef }) => lastRef < ref);
    const closest = before.reduce<Departure | undefined>(
      (best, each) => (best !== undefined && best.lastRef >= each.lastRef ? best : each),
      undefined,
    );
    if (closest === undefined) return false;
    const rest = departures.filter((each) => each !== closest);
    if (rest.length === 0) this.#byName.delete(name);
    else this.#byName.set(name, rest);
    return true;
  }

  #knowsAll(): boolean {
    return this.#isAlone() && this.#clock.now() - this.#startedAt >= this.#window;
  }

  #valid(name: string): Departure[] {
    const now = this.#clock.now();
    return (this.#byName.get(name) ?? []).filter(({ until }) => until >= now);
  }
}
