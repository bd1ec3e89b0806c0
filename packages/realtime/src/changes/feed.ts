import type { Clock, Logger, Random } from '@plinth/kernel';
import type { Database } from '@plinth/postgres';
import { Catalog } from './catalog/catalog.ts';
import type { ChangeFeed, ChangeSubscription, SubscribeRequest } from './change-feed.ts';
import type { ChangeBatch, ChangeSink, ChangeSource, LogPosition } from './change-source.ts';
import { Audiences } from './dispatch/audiences.ts';
import { Dispatcher } from './dispatch/dispatcher.ts';
import { beginning, isBehind } from './dispatch/positions.ts';
import { BindingPreparer } from './dispatch/prepare-binding.ts';
import type { Subscriber } from './dispatch/subscriber.ts';
import { Subscriptions } from './dispatch/subscriptions.ts';
import { ImageDatabase } from './policies/in-sql/image-database.ts';
import { Visibility } from './policies/visibility.ts';
import { CatchUps, gone } from './resume/catch-ups.ts';
import { Returns } from './resume/returns.ts';
import { SubscriberStore } from './resume/subscriber-store.ts';
import { Timeline } from './resume/timeline.ts';
import { shared } from './shared.ts';
import { type FeedParts, FeedSubscription } from './subscription.ts';

export interface DatabaseChangeFeedOptions {
  /** `supabase_admin`: reads catalogs and keeps the feed's own tables; runs nothing of the project's owner. */
  readonly database: Database;
  /** `authenticator`: policies, filters and values run here. */
  readonly evaluation: Database;
  /** The log, whose sink (or part of it) is this feed. Asked for when it is needed. */
  readonly source: () => ChangeSource;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Default: the one that users add their tables to. */
  readonly publications?: readonly string[];
  /** What policies find unqualified; default: as the Data API's. */
  readonly searchPath?: readonly string[];
  /** Milliseconds for which a subscriber that broke off is remembered; default 5 minutes. */
  readonly window?: number;
  /** Of a node of a cluster: its own in each life. Absent for a server that is the only one. */
  readonly place?: string;
  /** Milliseconds for which a connection may be gone before its node knows; default 1 minute. */
  readonly unnoticed?: number;
}

/** When a client was last heard, if nobody says so: what was sent in these milliseconds is sent again. */
const unheard = 5_000;

/** A connection that breaks was whole so many milliseconds before it was last heard. */
const slack = 1_000;

/** Database changes for channels: who may see them, at once, in order, and what was missed meanwhile. */
export class DatabaseChangeFeed implements ChangeFeed, ChangeSink {
  readonly #options: DatabaseChangeFeedOptions;
  readonly #subscriptions = new Subscriptions();
  readonly #catalog: Catalog;
  readonly #audiences: Audiences;
  readonly #dispatcher: Dispatcher;
  readonly #catchUps: CatchUps;
  readonly #timeline: Timeline;
  readonly #store: SubscriberStore;
  readonly #returns: Returns;
  readonly #window: number;
  readonly #parts: FeedParts;
  readonly #now: () => Promise<bigint>;

  constructor(options: DatabaseChangeFeedOptions) {
    const { database, evaluation, clock, random, logger, source } = options;
    this.#options = options;
    const { window = 300_000, unnoticed = 60_000, place } = options;
    this.#window = window;
    this.#timeline = new Timeline(window);
    const newCatalog = (): Catalog =>
      new Catalog({ database, clock, publications: options.publications ?? ['supabase_realtime'] });
    this.#catalog = newCatalog();
    const searchPath = options.searchPath ?? ['public', 'extensions'];
    const images = new ImageDatabase({ database: evaluation, searchPath });
    const preparer = new BindingPreparer(images);
    const tools = {
      catalog: this.#catalog,
      preparer,
      images,
      clock,
      visibility: new Visibility(images, logger),
    };
    this.#audiences = new Audiences(this.#subscriptions, tools);
    this.#dispatcher = new Dispatcher({
      ...tools,
      subscriptions: this.#subscriptions,
      audiences: this.#audiences,
      logger,
      onSchemaChange: () => this.#forget(),
    });
    this.#store = new SubscriberStore({
      ...{ database, clock, random, logger, window, unnoticed },
      place: place ?? 'main',
      isAlone: place === undefined,
    });
    this.#returns = new Returns({ store: this.#store, clock, window });
    this.#catchUps = new CatchUps({
      source,
      tools,
      logger,
      goLive: (subscriber, after) => this.#goLive(subscriber, after ?? this.#dispatcher.taken),
      leave: (subscriber) => this.#leave(subscriber),
      release: (subscriber) => this.#release(subscriber),
    });
    this.#now = shared(() => source().now());
    this.#parts = {
      catalog: this.#catalog,
      freshCatalog: newCatalog,
      preparer,
      logger,
      random,
      open: () => this.#open(),
      forget: () => this.#forget(),
      begin: (subscriber) => this.#begin(subscriber),
      renewed: (subscriber) => this.#audiences.join(subscriber),
      end: (subscriber, how, heardAt) => this.#end(subscriber, how, heardAt),
    };
  }

  subscribe(request: SubscribeRequest): ChangeSubscription {
    return new FeedSubscription(request, this.#parts);
  }

  async take(batch: ChangeBatch): Promise<void> {
    await this.#dispatcher.take(batch);
    this.#timeline.note(this.#options.clock.now(), this.#dispatcher.handled);
  }

  passed(lsn: bigint): void {
    this.#dispatcher.skipTo({ lsn, index: -1 });
    this.#timeline.note(this.#options.clock.now(), this.#dispatcher.handled);
  }

  lost(reason: string): void {
    this.#forget();
    for (const subscriber of this.#subscriptions) {
      subscriber.fail(`Changes may have been missed, please load the data again: ${reason}`);
    }
  }

  /** Resolves once everything that was taken is delivered. */
  idle(): Promise<void> {
    return this.#dispatcher.idle();
  }

  /** How many channels receive changes, and how many may come back. */
  status(): { readonly subscribers: number; readonly remembered: number } {
    return { subscribers: this.#subscriptions.size, remembered: this.#returns.size };
  }

  /** Writes down who is connected, so that they are known to the next life of the server. */
  async close(): Promise<void> {
    this.#dispatcher.close();
    this.#catchUps.close();
    await this.#store.close();
  }

  #forget(): void {
    this.#catalog.forget();
    this.#audiences.forget();
  }

  async #open(): Promise<void> {
    await this.#options.source().open();
    // Nobody was told to have all before this; and what is written down for a next life must not lie before the slot.
    const now = await this.#now();
    if (this.#dispatcher.taken === beginning) this.#dispatcher.skipTo({ lsn: now, index: -1 });
    await this.#store.open(() => this.#dispatcher.handled);
    this.#timeline.note(this.#options.clock.now(), this.#dispatcher.handled);
  }

  /** Registers; gives what is to be done once the subscriber has been told. */
  async #begin(subscriber: Subscriber): Promise<() => void> {
    const { since } = subscriber.request;
    const missed = await this.#returns.takePlace(subscriber);
    const isTooLate = since !== undefined && since < this.#options.clock.now() - this.#window;
    const asked = since === undefined || isTooLate ? undefined : await this.#positionAt(since);
    if (subscriber.isEnded) return () => {};
    const after = asked ?? missed;
    const entered = this.#returns.enter(subscriber, after);
    if (after === undefined) {
      const [stamp] = await Promise.all([this.#now(), entered]);
      if (subscriber.isEnded) return () => {};
      this.#goLive(subscriber, { lsn: stamp, index: -1 });
      return () => {
        if (isTooLate) subscriber.fail(gone);
        this.#release(subscriber);
      };
    }
    await entered;
    const from = asked === undefined ? Number.NEGATIVE_INFINITY : (since ?? 0);
    return () => this.#catchUps.start(subscriber, after, from);
  }

  async #positionAt(time: number): Promise<LogPosition | undefined> {
    return this.#timeline.at(time) ?? (await this.#store.positionAt(time));
  }

  #goLive(subscriber: Subscriber, after: LogPosition): void {
    if (subscriber.isEnded) return;
    subscriber.startAfter = after;
    this.#subscriptions.add(subscriber);
    this.#audiences.join(subscriber);
  }

  #leave(subscriber: Subscriber): void {
    this.#subscriptions.remove(subscriber);
    this.#audiences.leave(subscriber);
    this.#dispatcher.forget(subscriber);
  }

  #release(subscriber: Subscriber): void {
    subscriber.isHeld = false;
    this.#dispatcher.flush(subscriber);
  }

  #end(subscriber: Subscriber, how: 'left' | 'dropped', heardAt: number | undefined): void {
    const position = this.#positionOf(subscriber, heardAt);
    subscriber.isEnded = true;
    this.#leave(subscriber);
    this.#returns.leave(subscriber, how === 'left' ? undefined : position);
  }

  /** What a subscriber that breaks off has surely got. */
  #positionOf(subscriber: Subscriber, heardAt: number | undefined): LogPosition {
    const catchingUp = this.#catchUps.positionOf(subscriber);
    if (catchingUp !== undefined) return catchingUp;
    const time = (heardAt ?? this.#options.clock.now() - unheard) - slack;
    const got = this.#timeline.at(time) ?? beginning;
    return isBehind(subscriber.startAfter, got) ? subscriber.startAfter : got;
  }
}
