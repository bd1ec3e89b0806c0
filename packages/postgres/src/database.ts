import type { Logger } from '@plinth/kernel';
import pg from 'pg';
import type { ConnectionOptions } from './connection/connection-options.ts';
import { Listener } from './connection/listener.ts';
import { connectionFailure, PoolTimeoutError } from './errors.ts';
import { queryRows, StatementNames } from './request/named-query.ts';
import type { Statement, StatementResult } from './request/pipeline.ts';
import { type RequestOptions, type RequestSettings, runRequest } from './request/run-request.ts';
import { StatementCache } from './request/statement-cache.ts';
import type { Sql } from './sql.ts';
import { Transaction, type TransactionOptions } from './transaction.ts';

/** A pool of connections to one database as one login role. */
export interface DatabaseOptions {
  readonly connection: ConnectionOptions;
  readonly logger: Logger;
  /** Most connections at a time; default 10. */
  readonly maxConnections?: number;
  /** How long a request may wait for a connection, in milliseconds; default 10,000 (PostgREST's). */
  readonly acquireTimeout?: number;
  /** How long an unused connection is kept, in milliseconds; default 30,000. */
  readonly idleTimeout?: number;
  /** Shown in pg_stat_activity; default `plinth`. */
  readonly applicationName?: string;
  /**
   * Whether `query` keeps its statements prepared on each connection. For code whose statements are few and
   * fixed; default false.
   */
  readonly prepare?: boolean;
  /**
   * The one schema that names without any are looked for in; default: those of the role. `pg_catalog` for a superuser
   * where others may create: a function of theirs that fits an argument better is otherwise taken for Postgres' own.
   */
  readonly searchPath?: 'pg_catalog';
}

/** One login role's way into one database. */
export class Database {
  readonly connection: ConnectionOptions;
  readonly #pool: pg.Pool;
  readonly #statements = new WeakMap<pg.PoolClient, StatementCache>();
  readonly #listener: Listener;
  readonly #acquireTimeout: number;
  readonly #names: StatementNames | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: DatabaseOptions) {
    const { connection, logger } = options;
    this.connection = connection;
    this.#names = options.prepare === true ? new StatementNames() : undefined;
    this.#acquireTimeout = options.acquireTimeout ?? 10_000;
    const { searchPath } = options;
    const config = {
      ...clientConfig(connection, options.applicationName ?? 'plinth'),
      ...(searchPath !== undefined && { options: `-c search_path=${searchPath}` }),
    };
    this.#pool = new pg.Pool({
      ...config,
      max: options.maxConnections ?? 10,
      idleTimeoutMillis: options.idleTimeout ?? 30_000,
      connectionTimeoutMillis: this.#acquireTimeout,
      keepAlive: true,
    });
    // Without a listener a connection that breaks while idle would end the process.
    this.#pool.on('error', (error) => {
      if (this.#closing !== undefined) return;
      logger.warn({ err: error.message, user: connection.user }, 'an idle connection was lost');
    });
    this.#pool.on('connect', (client) => client.on('error', () => {}));
    this.#listener = new Listener(
      () => new pg.Client({ ...config, connectionTimeoutMillis: this.#acquireTimeout }),
      logger,
    );
  }

  /**
   * Runs statements as the caller's role in one transaction and one round trip. Throws PostgresError,
   * ConnectionError, PoolTimeoutError or RequestAborted; then nothing has been committed.
   */
  async request(
    settings: RequestSettings,
    statements: readonly Statement[],
    options: RequestOptions = {},
  ): Promise<readonly StatementResult[]> {
    const client = await this.#acquire();
    return runRequest(
      client,
      this.#cacheOf(client),
      this.connection,
      settings,
      statements,
      options,
    );
  }

  /** One statement as the login role, rows as objects (int8 and numeric as text). */
  async query<Row extends object = Record<string, unknown>>(statement: Sql): Promise<Row[]> {
    const client = await this.#acquire();
    try {
      const rows = await queryRows<Row>(client, statement, this.#names);
      client.release();
      return rows;
    } catch (error) {
      const failure = connectionFailure(error);
      client.release(failure === error ? false : failure);
      throw failure;
    }
  }

  /** A whole script of several statements without parameters; all of it or nothing. */
  async script(text: string): Promise<void> {
    const client = await this.#acquire();
    try {
      await client.query(text);
      client.release();
    } catch (error) {
      // A script may have opened a transaction of its own; the connection is not worth saving.
      client.release(true);
      throw connectionFailure(error);
    }
  }

  /** Runs `work` between BEGIN and COMMIT; rolls back when it throws. */
  async transaction<T>(
    work: (transaction: Transaction) => Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> {
    const client = await this.#acquire();
    return Transaction.run(client, work, { ...options, names: this.#names });
  }

  /**
   * Calls `onMessage` for each NOTIFY on `channel`, and `onReconnect` after a lost connection came
   * back (messages of the gap are lost). Returns the way to stop.
   */
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onReconnect: () => void = () => {},
  ): Promise<() => void> {
    return this.#listener.listen(channel, onMessage, onReconnect);
  }

  /** Waits for running statements, then closes every connection; safe to call twice. */
  close(): Promise<void> {
    this.#closing ??= this.#listener.close().then(() => this.#pool.end());
    return this.#closing;
  }

  async #acquire(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      const message = error instanceof Error ? error.message : '';
      if (message.startsWith('timeout exceeded')) throw new PoolTimeoutError(this.#acquireTimeout);
      throw connectionFailure(error);
    }
  }

  #cacheOf(client: pg.PoolClient): StatementCache {
    let cache = this.#statements.get(client);
    if (cache === undefined) {
      const { connection } = client as unknown as {
        connection: ConstructorParameters<typeof StatementCache>[0];
      };
      cache = new StatementCache(connection);
      this.#statements.set(client, cache);
    }
    return cache;
  }
}

/** The driver's settings for a connection. */
export function clientConfig(
  connection: ConnectionOptions,
  applicationName: string,
): pg.ClientConfig {
  const { host, port, database, user, password, tls } = connection;
  return {
    host,
    port,
    database,
    user,
    // An empty password keeps the driver from looking for one in the environment and in ~/.pgpass.
    password: password ?? '',
    ssl: tls ?? false,
    application_name: applicationName,
  };
}
