import { randomBytes, randomUUID } from 'node:crypto';
import { type Claims, callerFromClaims, type Logger } from '@plinth/kernel';
import { Database } from '@plinth/postgres';
import { silentLogger, type TestDatabase } from '@plinth/testkit';
import { LogChangeSource } from '../src/changes/capture/log-change-source.ts';
import type { ChangeBinding, ChangeEvent, ChangeSubscription } from '../src/changes/change-feed.ts';
import type { ChangeSource } from '../src/changes/change-source.ts';
import { DatabaseChangeFeed, type DatabaseChangeFeedOptions } from '../src/changes/feed.ts';

/** The protocol's `data`. */
export interface EventData {
  readonly schema: string;
  readonly table: string;
  readonly type: 'INSERT' | 'UPDATE' | 'DELETE';
  readonly commit_timestamp: string | null;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly record?: Readonly<Record<string, unknown>>;
  readonly old_record?: Readonly<Record<string, unknown>>;
  readonly errors: readonly string[] | null;
}

/** A subscriber that keeps what it gets. */
export interface TestSubscriber {
  readonly subscription: ChangeSubscription;
  readonly events: {
    readonly ids: readonly number[];
    readonly data: EventData;
    readonly text: string;
  }[];
  readonly failures: string[];
}

/** What a subscriber can ask for beside its bindings. */
export interface TestSubscribeOptions {
  readonly resumeName?: string;
  readonly ref?: number;
  readonly since?: number;
  readonly onEvent?: (event: ChangeEvent) => void;
  /** Default: it answers. */
  readonly probe?: () => Promise<void>;
}

/** Whoever subscribes later counts as having counted on. */
let refs = 0;

/** The feed over the real log of a test database. */
export class TestFeed {
  readonly feed: DatabaseChangeFeed;
  readonly source: ChangeSource;
  readonly #evaluation: Database;

  private constructor(feed: DatabaseChangeFeed, source: ChangeSource, evaluation: Database) {
    this.feed = feed;
    this.source = source;
    this.#evaluation = evaluation;
  }

  static async start(
    database: TestDatabase,
    options: Partial<DatabaseChangeFeedOptions> & { readonly logger?: Logger } = {},
  ): Promise<TestFeed> {
    const evaluation = new Database({
      connection: database.connection('authenticator'),
      logger: silentLogger,
    });
    const clock = { now: () => Date.now() };
    let source: LogChangeSource;
    const feed = new DatabaseChangeFeed({
      database: database.as(),
      evaluation,
      source: () => source,
      clock,
      random: { bytes: (length) => randomBytes(length), uuid: () => randomUUID() },
      logger: silentLogger,
      ...options,
    });
    source = new LogChangeSource({
      database: database.as(),
      sink: feed,
      logger: silentLogger,
      clock,
      publications: ['supabase_realtime'],
    });
    await source.open();
    return new TestFeed(feed, source, evaluation);
  }

  /** Resolves once it streams. */
  async subscribe(
    claims: Claims,
    bindings: readonly ChangeBinding[],
    options: TestSubscribeOptions = {},
  ): Promise<TestSubscriber> {
    const subscriber = this.begin(claims, bindings, options);
    await subscriber.subscription.streaming;
    return subscriber;
  }

  begin(
    claims: Claims,
    bindings: readonly ChangeBinding[],
    {
      resumeName = randomUUID(),
      ref = ++refs,
      since,
      onEvent,
      probe = () => Promise.resolve(),
    }: TestSubscribeOptions = {},
  ): TestSubscriber {
    const events: TestSubscriber['events'] = [];
    const failures: string[] = [];
    const subscription = this.feed.subscribe({
      caller: callerFromClaims('user', claims, 'anon'),
      bindings,
      resumeName,
      ref,
      lastRef: () => ref,
      address: '127.0.0.1',
      probe,
      ...(since !== undefined && { since }),
      deliver: (event) => {
        events.push({ ids: event.ids, data: JSON.parse(event.data), text: event.data });
        onEvent?.(event);
      },
      fail: (message) => failures.push(message),
    });
    return { subscription, events, failures };
  }

  /** Everything that is committed has been delivered. */
  async settled(): Promise<void> {
    await this.source.reached(await this.source.now());
    await this.feed.idle();
  }

  async close(): Promise<void> {
    await this.feed.close();
    await this.source.close();
    await this.#evaluation.close();
  }
}
