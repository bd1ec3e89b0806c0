import type { Logger } from '@plinth/kernel';
import type pg from 'pg';
import { quoteIdentifier } from '../sql.ts';

interface Subscription {
  readonly channel: string;
  readonly onMessage: (payload: string) => void;
  readonly onReconnect: () => void;
}

/** Shortest and longest pause between attempts to reconnect, in milliseconds. */
const retry = { first: 100, most: 5_000 };

/** Milliseconds: how often the connection has to answer, and how long it may take. */
export interface ListenerPulse {
  readonly every: number;
  readonly timeout: number;
}

/**
 * One connection that listens for NOTIFY on any number of channels, opened at the first subscription
 * and re-opened when it breaks.
 */
export class Listener {
  readonly #createClient: () => pg.Client;
  readonly #logger: Logger;
  readonly #pulse: ListenerPulse;
  readonly #subscriptions = new Set<Subscription>();
  #client: Promise<pg.Client> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(
    createClient: () => pg.Client,
    logger: Logger,
    pulse: ListenerPulse = { every: 10_000, timeout: 5_000 },
  ) {
    this.#createClient = createClient;
    this.#logger = logger;
    this.#pulse = pulse;
  }

  /** Resolves once Postgres has confirmed LISTEN: from then on no message is missed. */
  async listen(
    channel: string,
    onMessage: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<() => void> {
    const subscription = { channel, onMessage, onReconnect };
    const client = await this.#connected();
    await client.query(`listen ${quoteIdentifier(channel)}`);
    this.#subscriptions.add(subscription);
    return () => this.#subscriptions.delete(subscription);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#subscriptions.clear();
    const client = await this.#client?.catch(() => undefined);
    await client?.end().catch(() => {});
  }

  async #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect();
    try {
      return await this.#client;
    } catch (error) {
      this.#client = undefined;
      throw error;
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = this.#createClient();
    client.on('error', () => {});
    await client.connect();
    client.on('notification', ({ channel, payload }) => {
      for (const each of this.#subscriptions) {
        if (each.channel === channel) each.onMessage(payload ?? '');
      }
    });
    client.on('end', () => this.#reconnect(retry.first));
    this.#watch(client);
    return client;
  }

  /** Who only listens does not notice that the other side is gone without a word; who asks does. */
  #watch(client: pg.Client): void {
    const { every, timeout } = this.#pulse;
    let overdue: NodeJS.Timeout | undefined;
    const timer = setInterval(() => {
      if (overdue !== undefined) return;
      overdue = setTimeout(() => streamOf(client).destroy(), timeout);
      const answered = (): void => {
        clearTimeout(overdue);
        overdue = undefined;
      };
      client.query('select 1').then(answered, answered);
    }, every);
    timer.unref();
    client.on('end', () => clearInterval(timer));
  }

  #reconnect(pause: number): void {
    if (this.#closed || this.#timer !== undefined) return;
    this.#timer = setTimeout(async () => {
      this.#timer = undefined;
      this.#client = undefined;
      try {
        await this.#listenAgain();
      } catch (error) {
        this.#logger.warn({ err: String(error) }, 'cannot listen for notifications yet');
        this.#reconnect(Math.min(pause * 2, retry.most));
      }
    }, pause);
    this.#timer.unref();
  }

  async #listenAgain(): Promise<void> {
    const client = await this.#connected();
    const channels = new Set([...this.#subscriptions].map(({ channel }) => channel));
    for (const channel of channels) await client.query(`listen ${quoteIdentifier(channel)}`);
    for (const each of this.#subscriptions) each.onReconnect();
  }
}

function streamOf(client: pg.Client): { destroy(): void } {
  const { connection } = client as unknown as {
    readonly connection: { readonly stream: { destroy(): void } };
  };
  return connection.stream;
}
