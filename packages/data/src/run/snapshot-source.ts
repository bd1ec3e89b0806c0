import type { Logger } from '@plinth/kernel';
import type { Database } from '@plinth/postgres';
import { readCatalog, readInDatabaseSettings } from '../catalog/read/read-catalog.ts';
import { SchemaCache } from '../catalog/schema-cache.ts';
import { dataError } from '../errors/catalogue.ts';
import type { DataSettings } from '../settings/data-settings.ts';
import { inDatabaseOptions, withPgrstOptions } from '../settings/pgrst-options.ts';
import { Snapshot } from './snapshot.ts';

/** How long to wait for further messages before a reload, in milliseconds: DDL comes in bursts. */
const debounce = 100;

/** Shortest and longest pause before another attempt, in milliseconds. */
const retry = { first: 500, most: 30_000 };

/** Messages of the channel that ask for a reload. */
const messages = new Set(['', 'reload schema', 'reload config']);

export interface SnapshotSourceOptions {
  readonly database: Database;
  readonly settings: DataSettings;
  readonly logger: Logger;
}

/**
 * Holds the current snapshot and makes a new one when the database says that its schema or its settings have
 * changed. A load that fails is tried again; until it succeeds the old snapshot stays.
 */
export class SnapshotSource {
  readonly #database: Database;
  readonly #settings: DataSettings;
  readonly #logger: Logger;
  #snapshot: Snapshot | undefined;
  #loading: Promise<void> | undefined;
  #isStale = false;
  #failures = 0;
  #reloadTimer: NodeJS.Timeout | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #listenTimer: NodeJS.Timeout | undefined;
  #stopListening: (() => void) | undefined;
  #isClosed = false;

  constructor({ database, settings, logger }: SnapshotSourceOptions) {
    this.#database = database;
    this.#settings = settings;
    this.#logger = logger;
  }

  /** The current snapshot. Throws PGRST002 where none could be made yet. */
  current(): Snapshot {
    if (this.#snapshot !== undefined) return this.#snapshot;
    throw dataError('PGRST002', { headers: { 'retry-after': '1' } });
  }

  /** Listens first, so that no change is missed, and loads. Resolves even where the database is away. */
  async start(): Promise<void> {
    await this.#listen(retry.first);
    await this.#load();
  }

  /** Loads now; resolves when what the database has at this moment is known, or could not be read. */
  async reload(): Promise<void> {
    this.#isStale = true;
    await this.#load();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of [this.#reloadTimer, this.#retryTimer, this.#listenTimer]) {
      clearTimeout(timer);
    }
    this.#stopListening?.();
    await this.#loading;
  }

  async #listen(pause: number): Promise<void> {
    const { channel } = this.#settings;
    if (channel === undefined || this.#isClosed) return;
    const onMessage = (payload: string): void => {
      if (messages.has(payload)) this.#reloadSoon();
    };
    try {
      const stop = await this.#database.listen(channel, onMessage, () => this.#reloadSoon());
      this.#stopListening = stop;
      if (this.#isClosed) stop();
    } catch (error) {
      this.#logger.warn({ err: String(error), channel }, 'cannot listen for schema changes yet');
      this.#listenTimer = setTimeout(async () => {
        await this.#listen(Math.min(pause * 2, retry.most));
        this.#reloadSoon();
      }, pause).unref();
    }
  }

  /** Further messages until then are part of it, so that a stream of them cannot put it off. */
  #reloadSoon(): void {
    if (this.#isClosed || this.#reloadTimer !== undefined) return;
    this.#reloadTimer = setTimeout(() => {
      this.#reloadTimer = undefined;
      clearTimeout(this.#retryTimer);
      this.reload().catch(() => {});
    }, debounce).unref();
  }

  #retryIn(pause: number): void {
    if (this.#isClosed) return;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => {
      this.reload().catch(() => {});
    }, pause).unref();
  }

  /** One load at a time; a change that comes meanwhile is loaded after it. */
  async #load(): Promise<void> {
    this.#loading ??= this.#loadUntilFresh().finally(() => {
      this.#loading = undefined;
    });
    await this.#loading;
  }

  async #loadUntilFresh(): Promise<void> {
    do {
      this.#isStale = false;
      await this.#loadOnce();
    } while (this.#isStale && !this.#isClosed);
  }

  async #loadOnce(): Promise<void> {
    try {
      const settings = await this.#effectiveSettings();
      const catalog = await readCatalog(this.#database, settings);
      this.#snapshot = new Snapshot(new SchemaCache(catalog, settings.schemas), settings);
      this.#failures = 0;
    } catch (error) {
      const pause = Math.min(retry.first * 2 ** this.#failures, retry.most);
      this.#failures += 1;
      this.#logger.error({ err: error, retryMs: pause }, 'the schema could not be read');
      this.#retryIn(pause);
    }
  }

  async #effectiveSettings(): Promise<DataSettings> {
    if (!this.#settings.inDatabaseSettings) return this.#settings;
    const options = await readInDatabaseSettings(
      this.#database,
      inDatabaseOptions,
      this.#settings.preConfig,
    );
    try {
      return withPgrstOptions(this.#settings, options);
    } catch (error) {
      // A slip in ALTER ROLE may not take the API down.
      this.#logger.error({ err: error }, 'settings in the database are ignored');
      return this.#settings;
    }
  }
}
