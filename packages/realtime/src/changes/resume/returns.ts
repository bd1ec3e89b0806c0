import type { Clock } from '@plinth/kernel';
import type { LogPosition } from '../change-source.ts';
import { earlier } from '../dispatch/positions.ts';
import type { Subscriber } from '../dispatch/subscriber.ts';
import { Remembered } from './remembered.ts';
import type { SubscriberStore } from './subscriber-store.ts';

/** Most subscribers that are remembered after they broke off. */
const mostRemembered = 10_000;

/** Most subscribers of a name that are looked through, and asked whether they are still there, for one that returns. */
const most = { looked: 1_000, asked: 20 } as const;

export interface ReturnsOptions {
  readonly store: SubscriberStore;
  readonly clock: Clock;
  /** Milliseconds for which a subscriber that broke off is remembered. */
  readonly window: number;
}

/** Who is connected and who was, by name: where a subscriber goes on that comes back. */
export class Returns {
  readonly #options: ReturnsOptions;
  readonly #remembered = new Remembered(mostRemembered);
  readonly #connected = new Map<string, Set<Subscriber>>();

  constructor(options: ReturnsOptions) {
    this.#options = options;
  }

  /** How many may come back. */
  get size(): number {
    return this.#remembered.size;
  }

  /** What a subscriber has surely got that was here before; undefined for one that begins anew. */
  async takePlace({ request }: Subscriber): Promise<LogPosition | undefined> {
    const { resumeName, ref, address } = request;
    await this.#askTwins(resumeName, ref);
    const { store, clock } = this.#options;
    const elsewhere = await store.take(resumeName, { ref, address });
    const here = this.#remembered.take(resumeName, { ref, address }, clock.now());
    if (here === undefined) return elsewhere;
    store.remove(here.id);
    return elsewhere === undefined ? here.position : earlier(here.position, elsewhere);
  }

  /**
   * Is connected from now on, and gets what stands behind `after` (default: what is committed from now on). Resolves once that
   * is known to a next life of the server as well.
   */
  enter(subscriber: Subscriber, after: LogPosition | undefined): Promise<void> {
    const { resumeName: name, ref, address } = subscriber.request;
    const { id, written } = this.#options.store.add({ name, at: { ref, address }, after });
    subscriber.storeId = id;
    const same = this.#connected.get(name);
    if (same === undefined) this.#connected.set(name, new Set([subscriber]));
    else same.add(subscriber);
    return written;
  }

  /** `position`: what it has surely got, where it may come back. */
  leave(subscriber: Subscriber, position: LogPosition | undefined): void {
    const { storeId, request } = subscriber;
    if (storeId === undefined) return;
    const { store, clock, window } = this.#options;
    const { resumeName: name, address } = request;
    const same = this.#connected.get(name);
    same?.delete(subscriber);
    if (same?.size === 0) this.#connected.delete(name);
    if (position === undefined) {
      store.remove(storeId);
      return;
    }
    const now = clock.now();
    const lastRef = request.lastRef();
    this.#remembered.expire(now);
    this.#remembered.add(name, { id: storeId, position, lastRef, address, until: now + window });
    store.drop(storeId, { position, lastRef });
  }

  /**
   * A connection that is gone without a word still counts as open. Those that may be the one's own are asked; who
   * does not answer is remembered, before this resolves.
   */
  async #askTwins(name: string, ref: number): Promise<void> {
    const twins: Subscriber[] = [];
    let looked = 0;
    for (const twin of this.#connected.get(name) ?? []) {
      if (twin.request.lastRef() < ref && twins.push(twin) === most.asked) break;
      looked += 1;
      if (looked === most.looked) break;
    }
    await Promise.all(twins.map((twin) => twin.request.probe()));
  }
}
