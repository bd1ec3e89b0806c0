import pg from 'pg';
import type { ConnectionOptions } from '../connection/connection-options.ts';
import { clientConfig } from '../database.ts';
import { ConnectionError } from '../errors.ts';
import { type BackendKey, cancelBackend } from '../request/cancel.ts';
import { Batch, type BatchConnection, type BatchOutcome, type BatchStatement } from './batch.ts';
import { MessageGuard } from './message-guard.ts';

/** A single row was larger than the session may take in; its connection was given up. */
export class RowTooLargeError extends Error {
  constructor(bytes: number) {
    super(`A row of ${Math.round(bytes / 1_000_000)} MB is more than can be taken in`);
    this.name = 'RowTooLargeError';
  }
}

/** A message that a statement raised: NOTICE, WARNING, INFO… */
export interface Notice {
  readonly severity: string;
  readonly code: string;
  readonly message: string;
}

export interface SessionOptions {
  /** Shown in pg_stat_activity; default `plinth session`. */
  readonly applicationName?: string;
  /** Milliseconds to wait for the connection; default 10,000. */
  readonly connectTimeout?: number;
  readonly onNotice?: (notice: Notice) => void;
  /**
   * Largest message, in bytes, that may come from Postgres: rows are gathered whole in memory, and one value can
   * have a gigabyte. A larger one ends the session with RowTooLargeError. Without it there is no limit.
   */
  readonly largestMessage?: number;
}

/**
 * One dedicated connection for work that may leave traces in it (SET, temporary tables, an open
 * transaction): scripts of users. It never returns to a pool; closing it undoes what is not committed.
 */
export class Session {
  readonly #client: pg.Client;
  readonly #connection: ConnectionOptions;
  #lost: Error | undefined;
  #onLost: ((error: Error) => void) | undefined;

  private constructor(client: pg.Client, connection: ConnectionOptions) {
    this.#client = client;
    this.#connection = connection;
    client.on('error', (error) => this.#lose(new ConnectionError(error.message)));
    client.on('end', () =>
      this.#lose(new ConnectionError('The connection to Postgres was closed')),
    );
  }

  /** Throws ConnectionError. */
  static async open(connection: ConnectionOptions, options: SessionOptions = {}): Promise<Session> {
    const client = new pg.Client({
      ...clientConfig(connection, options.applicationName ?? 'plinth session'),
      connectionTimeoutMillis: options.connectTimeout ?? 10_000,
      keepAlive: true,
    });
    const session = new Session(client, connection);
    client.on('notice', ({ severity, code, message }) =>
      options.onNotice?.({
        severity: severity ?? 'NOTICE',
        code: code ?? '',
        message: message ?? '',
      }),
    );
    try {
      await client.connect();
    } catch (cause) {
      throw new ConnectionError(cause instanceof Error ? cause.message : String(cause), { cause });
    }
    if (options.largestMessage !== undefined) session.#guard(options.largestMessage);
    return session;
  }

  /**
   * Runs statements in one round trip. A failing statement is part of the outcome; throws ConnectionError
   * where the connection breaks (RowTooLargeError where it had to be broken), and then what was not committed
   * before is undone.
   */
  run(statements: readonly BatchStatement[]): Promise<BatchOutcome> {
    return new Promise((resolve, reject) => {
      if (this.#lost !== undefined) {
        reject(this.#lost);
        return;
      }
      this.#onLost = reject;
      this.#client.query(new Batch(statements, resolve, reject) as never);
    });
  }

  /** Asks Postgres to stop the running statement, which then fails with 57014. Never rejects. */
  cancel(): Promise<void> {
    return cancelBackend(this.#connection, this.#client as unknown as BackendKey);
  }

  /** Closes the connection, also under a running statement. */
  async close(): Promise<void> {
    await this.#client.end().catch(() => {});
  }

  /** The session is connected, so its stream is the final one and stands between two messages. */
  #guard(largest: number): void {
    const { stream } = (this.#client as unknown as { readonly connection: BatchConnection })
      .connection;
    const guard = new MessageGuard(largest, (bytes) => {
      this.#lose(new RowTooLargeError(bytes));
      stream.destroy();
    });
    stream.on('data', guard.feed);
  }

  #lose(error: Error): void {
    this.#lost ??= error;
    this.#onLost?.(this.#lost);
  }
}
