import type pg from 'pg';
import type { ConnectionOptions } from '../connection/connection-options.ts';
import { connectionFailure, PostgresError, RequestAborted } from '../errors.ts';
import { type BackendKey, cancelBackend } from './cancel.ts';
import { Pipeline, type Statement, type StatementResult } from './pipeline.ts';
import { settingsStatement } from './settings-statement.ts';
import type { StatementCache } from './statement-cache.ts';

/** A setting of the transaction: name (trusted, ours) and value (anything). */
export type Setting = readonly [name: string, value: string];

/** Who a request runs as, and what its SQL can read with `current_setting`. */
export interface RequestSettings {
  readonly role: string;
  /** Settings of the role itself (`ALTER ROLE … SET`), applied before it is taken on. */
  readonly beforeRole?: readonly Setting[];
  /** `search_path`, `request.jwt.claims`, `request.headers`…, applied in order after the role. */
  readonly settings: readonly Setting[];
}

/** How a request's transaction begins and ends. */
export interface RequestOptions {
  /** The transaction refuses to write. */
  readonly readOnly?: boolean;
  /** Other than the default of the session. Costs nothing more. */
  readonly isolation?: 'repeatable read' | 'serializable';
  /**
   * `rollback` undoes the work at the end. A function decides by the results: that costs a second
   * round trip, since COMMIT has to wait for it.
   */
  readonly end?:
    | 'commit'
    | 'rollback'
    | ((results: readonly StatementResult[]) => 'commit' | 'rollback');
  /** When it aborts, the running statement is cancelled. */
  readonly signal?: AbortSignal;
}

/** SQLSTATEs of a prepared statement that DDL, or a pooler in between, has made unusable. */
function isStaleStatement(error: Error): boolean {
  if (!(error instanceof PostgresError)) return false;
  if (error.code === '26000') return true;
  return (
    error.code === '0A000' && error.message.includes('cached plan must not change result type')
  );
}

/** Runs one request on a connection of the pool and gives the connection back in any case. */
export async function runRequest(
  client: pg.PoolClient,
  cache: StatementCache,
  connection: ConnectionOptions,
  settings: RequestSettings,
  statements: readonly Statement[],
  options: RequestOptions,
): Promise<readonly StatementResult[]> {
  const run = new RequestRun(client, cache, settings, statements, options);
  const stopWatching = watchAbort(client, connection, options.signal);
  try {
    const results = await run.withRetry();
    await stopWatching();
    client.release();
    return results;
  } catch (error) {
    const aborted = await stopWatching();
    const failure = connectionFailure(error);
    client.release(failure === error ? false : failure);
    throw aborted ? new RequestAborted() : failure;
  }
}

class RequestRun {
  readonly #client: pg.PoolClient;
  readonly #cache: StatementCache;
  readonly #settings: RequestSettings;
  readonly #statements: readonly Statement[];
  readonly #options: RequestOptions;

  constructor(
    client: pg.PoolClient,
    cache: StatementCache,
    settings: RequestSettings,
    statements: readonly Statement[],
    options: RequestOptions,
  ) {
    this.#client = client;
    this.#cache = cache;
    this.#settings = settings;
    this.#statements = statements;
    this.#options = options;
  }

  /** Runs once more where a prepared statement was stale: the first run then changed nothing. */
  async withRetry(): Promise<readonly StatementResult[]> {
    try {
      return await this.#run();
    } catch (error) {
      if (!(error instanceof Error) || !isStaleStatement(error)) throw error;
      this.#cache.reset();
      return this.#run();
    }
  }

  #run(): Promise<readonly StatementResult[]> {
    const { end = 'commit', isolation } = this.#options;
    const own = [settingsStatement(this.#settings, this.#options.readOnly === true)];
    if (end === 'commit' && isolation === undefined) {
      return this.#send([...own, ...this.#statements]).then((results) => results.slice(1));
    }
    const begin = isolation === undefined ? 'begin' : `begin isolation level ${isolation}`;
    return this.#inTransaction([{ text: begin }, ...own, ...this.#statements], end);
  }

  /** An explicit transaction; its end goes along where it is known beforehand. */
  async #inTransaction(
    statements: readonly Statement[],
    end: NonNullable<RequestOptions['end']>,
  ): Promise<readonly StatementResult[]> {
    try {
      if (typeof end === 'string') {
        const results = await this.#send([...statements, { text: end }]);
        return results.slice(2, -1);
      }
      const results = (await this.#send(statements)).slice(2);
      await this.#send([{ text: end(results) }]);
      return results;
    } catch (error) {
      await this.#send([{ text: 'rollback' }]).catch(() => {});
      throw error;
    }
  }

  #send(statements: readonly Statement[]): Promise<readonly StatementResult[]> {
    return new Promise((resolve, reject) => {
      this.#client.query(
        new Pipeline(this.#settings.role, statements, this.#cache, resolve, reject) as never,
      );
    });
  }
}

/** Cancels the statement when the signal aborts; the returned function says whether it did. */
function watchAbort(
  client: pg.PoolClient,
  connection: ConnectionOptions,
  signal: AbortSignal | undefined,
): () => Promise<boolean> | boolean {
  if (signal === undefined) return () => false;
  let delivered: Promise<void> | undefined;
  const cancel = (): void => {
    delivered = cancelBackend(connection, client as unknown as BackendKey);
  };
  if (signal.aborted) {
    cancel();
    return () => delivered?.then(() => true) ?? false;
  }
  const cancels = cancelsOf(signal);
  cancels.add(cancel);
  return () => {
    cancels.delete(cancel);
    // The connection may not serve anyone else before a late cancel has found its mark.
    return delivered === undefined ? false : delivered.then(() => true);
  };
}

/** What each signal has to cancel at the moment. */
const cancelsBySignal = new WeakMap<AbortSignal, Set<() => void>>();

/** One listener for each signal: adding and removing one costs more than all else that a request does here. */
function cancelsOf(signal: AbortSignal): Set<() => void> {
  const known = cancelsBySignal.get(signal);
  if (known !== undefined) return known;
  const cancels = new Set<() => void>();
  cancelsBySignal.set(signal, cancels);
  const onAbort = (): void => {
    for (const cancel of cancels) cancel();
  };
  signal.addEventListener('abort', onAbort, { once: true });
  return cancels;
}
