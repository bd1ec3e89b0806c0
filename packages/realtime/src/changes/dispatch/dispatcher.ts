import type { Logger } from '@plinth/kernel';
import { ConnectionError, PoolTimeoutError } from '@plinth/postgres';
import type { ChangeBatch, LogEntry, LogPosition } from '../change-source.ts';
import type { Audiences } from './audiences.ts';
import { type Delivery, type EvaluationTools, evaluate } from './evaluate.ts';
import { Lane } from './lane.ts';
import { beginning, isBehind } from './positions.ts';
import type { Subscriber } from './subscriber.ts';
import type { Subscriptions } from './subscriptions.ts';
import type { PlacedChange } from './task.ts';

/** Most changes on their way; beyond that the log waits. */
const mostOnTheWay = 2_000;

/** Pauses between attempts while Postgres is away, in milliseconds. */
const retry = { first: 100, most: 5_000 };

export interface DispatcherOptions extends EvaluationTools {
  readonly subscriptions: Subscriptions;
  readonly audiences: Audiences;
  readonly logger: Logger;
  /** The log says that the schema has changed. */
  readonly onSchemaChange: () => void;
}

/**
 * Brings changes from the log to the subscribers. Each table has its lane, so that one whose policies are slow holds up
 * nobody else; a subscriber of several tables gets an event once nothing earlier of its tables is on the way.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #lanes = new Map<number, Lane>();
  /** Lanes that begin to work when this turn of the event loop has brought all that it brings. */
  readonly #due = new Set<Lane>();
  readonly #blocked = new Set<Subscriber>();
  #sequence = 0;
  #onTheWay = 0;
  #taken: LogPosition = beginning;
  #waiters: (() => void)[] = [];
  readonly #pauses = new Set<() => void>();
  #isClosed = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** Everything up to here is done with: delivered, or for nobody. */
  get handled(): LogPosition {
    let first: PlacedChange | undefined;
    for (const { head } of this.#lanes.values()) {
      if (head !== undefined && (first === undefined || head.sequence < first.sequence))
        first = head;
    }
    if (first === undefined) return this.#taken;
    return { lsn: first.position.lsn, index: first.position.index - 1 };
  }

  /** Resolves when more may come. */
  async take(batch: ChangeBatch): Promise<void> {
    let index = batch.from.index;
    for (const entry of batch.entries) {
      const position = { lsn: batch.from.lsn, index };
      index += 1;
      if (this.#isClosed) return;
      if (isSchemaMark(entry)) {
        // What came before is judged by what was true before.
        await this.idle();
        this.#options.onSchemaChange();
      } else if (entry.kind !== 'message') {
        this.#enqueue({ change: entry, position, committedAt: batch.committedAt, sequence: 0 });
      }
      this.#taken = position;
    }
    if (this.#onTheWay > mostOnTheWay) {
      await this.#until(() => this.#onTheWay <= mostOnTheWay / 2);
    }
  }

  /** Resolves once nothing is on the way. */
  idle(): Promise<void> {
    return this.#until(() => this.#lanes.size === 0);
  }

  /** What `take` was given last. */
  get taken(): LogPosition {
    return this.#taken;
  }

  /** The stream begins here. */
  skipTo(position: LogPosition): void {
    if (isBehind(position, this.#taken)) this.#taken = position;
  }

  /** Delivers what waits for a subscriber as far as its order is settled. */
  flush(subscriber: Subscriber): void {
    subscriber.flush(this.#horizon(subscriber));
    if (subscriber.hasPending && !subscriber.isEnded) this.#blocked.add(subscriber);
    else this.#blocked.delete(subscriber);
  }

  forget(subscriber: Subscriber): void {
    this.#blocked.delete(subscriber);
  }

  close(): void {
    this.#isClosed = true;
    for (const end of this.#pauses) end();
    this.#wake();
  }

  #enqueue(placed: PlacedChange): void {
    const { oid, schema, name } = placed.change.table;
    if (this.#options.subscriptions.isEmpty(schema, name)) return;
    let lane = this.#lanes.get(oid);
    if (lane === undefined) {
      lane = new Lane(oid, schema, name);
      this.#lanes.set(oid, lane);
    }
    this.#sequence += 1;
    this.#onTheWay += 1;
    lane.add({ ...placed, sequence: this.#sequence });
    if (!lane.isIdle) return;
    if (this.#due.size === 0) setImmediate(() => this.#begin());
    this.#due.add(lane);
  }

  /** Small transactions that came together are worked on together. */
  #begin(): void {
    const lanes = [...this.#due];
    this.#due.clear();
    for (const lane of lanes) void this.#work(lane);
  }

  async #work(lane: Lane): Promise<void> {
    while (!lane.isEmpty && !this.#isClosed) {
      const changes = lane.start();
      const deliveries = await this.#evaluated(lane, changes);
      lane.done();
      this.#onTheWay -= changes.length;
      if (lane.isEmpty) this.#lanes.delete(lane.oid);
      this.#deliver(deliveries);
      this.#wake();
    }
  }

  /** Tries again while Postgres is away: nothing is lost to that. */
  async #evaluated(lane: Lane, changes: readonly PlacedChange[]): Promise<readonly Delivery[]> {
    const { audiences, logger } = this.#options;
    for (let pause = retry.first; !this.#isClosed; pause = Math.min(pause * 2, retry.most)) {
      try {
        const audience = await audiences.of(lane);
        return audience === undefined ? [] : await evaluate(audience, changes, this.#options);
      } catch (error) {
        const where = { schema: lane.schema, table: lane.name, err: String(error) };
        if (!(error instanceof ConnectionError || error instanceof PoolTimeoutError)) {
          logger.error(where, 'changes of a table could not be evaluated and are lost');
          this.#tellLost(lane);
          return [];
        }
        logger.warn(where, 'changes wait for Postgres');
        await this.#pause(pause);
      }
    }
    return [];
  }

  #tellLost({ schema, name }: Lane): void {
    for (const subscriber of this.#options.subscriptions.of(schema, name)) {
      subscriber.fail(`Changes of ${schema}.${name} could not be read`);
    }
  }

  #deliver(deliveries: readonly Delivery[]): void {
    const touched = new Set<Subscriber>(this.#blocked);
    for (const { subscriber, placed, event } of deliveries) {
      if (!isBehind(placed.position, subscriber.startAfter)) continue;
      subscriber.push(placed.sequence, event);
      touched.add(subscriber);
    }
    for (const subscriber of touched) this.flush(subscriber);
  }

  #horizon(subscriber: Subscriber): number {
    let horizon = Number.POSITIVE_INFINITY;
    for (const { head, schema, name } of this.#lanes.values()) {
      if (head !== undefined && head.sequence < horizon && subscriber.watches(schema, name)) {
        horizon = head.sequence;
      }
    }
    return horizon;
  }

  async #until(isReached: () => boolean): Promise<void> {
    while (!isReached() && !this.#isClosed) {
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#pauses.delete(end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      this.#pauses.add(end);
    });
  }

  #wake(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const wake of waiters) wake();
  }
}

function isSchemaMark(entry: LogEntry): boolean {
  return entry.kind === 'message' && entry.prefix === 'plinth_schema';
}
