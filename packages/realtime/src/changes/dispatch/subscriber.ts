import type { Caller } from '@plinth/kernel';
import type { ChangeEvent, SubscribeRequest } from '../change-feed.ts';
import type { LogPosition } from '../change-source.ts';
import { type Binding, isAbout } from './binding.ts';

/** An event on its way to one subscriber. */
interface Pending {
  /** Counts the changes of the node in commit order. */
  readonly sequence: number;
  readonly event: ChangeEvent;
}

/** Most events that wait for one subscriber; beyond that it is cut loose and catches up from the log. */
const mostPending = 10_000;

/** One channel that receives changes. */
export class Subscriber {
  readonly request: SubscribeRequest;
  readonly bindings: readonly Binding[];
  caller: Caller;
  /** Changes up to here are not for it. */
  startAfter: LogPosition = { lsn: 0n, index: 0 };
  /** While it catches up nothing live is handed over. */
  isHeld = true;
  hasOverflown = false;
  isEnded = false;
  /** Under which the store of subscribers knows it. */
  storeId: string | undefined;
  #pending: Pending[] = [];
  /** Told once each: what keeps bindings from working. */
  readonly #told = new Set<string>();

  constructor(request: SubscribeRequest, bindings: readonly Binding[]) {
    this.request = request;
    this.caller = request.caller;
    this.bindings = bindings;
  }

  watches(schema: string, table: string): boolean {
    return this.bindings.some((binding) => isAbout(binding, schema, table));
  }

  get hasPending(): boolean {
    return this.#pending.length > 0;
  }

  /** Keeps an event until its turn. */
  push(sequence: number, event: ChangeEvent): void {
    if (this.isEnded || this.hasOverflown) return;
    if (this.#pending.length >= mostPending) {
      this.hasOverflown = true;
      this.#pending = [];
      return;
    }
    const pending = this.#pending;
    let at = pending.length;
    while (at > 0 && (pending[at - 1]?.sequence ?? 0) > sequence) at -= 1;
    pending.splice(at, 0, { sequence, event });
  }

  /** Hands over what comes before `horizon`. */
  flush(horizon: number): void {
    if (this.isHeld || this.isEnded) return;
    let count = 0;
    for (const { sequence, event } of this.#pending) {
      if (sequence >= horizon) break;
      count += 1;
      this.deliver(event);
    }
    if (count > 0) this.#pending.splice(0, count);
  }

  deliver(event: ChangeEvent): void {
    if (!this.isEnded) this.request.deliver(event);
  }

  /** Drops what waits. */
  clear(): void {
    this.#pending = [];
    this.hasOverflown = false;
  }

  fail(message: string): void {
    if (this.isEnded || this.#told.has(message) || this.#told.size > 20) return;
    this.#told.add(message);
    this.request.fail(message);
  }
}
