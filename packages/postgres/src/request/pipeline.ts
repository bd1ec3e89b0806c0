import type { Parameter } from '../sql.ts';
import type {
  CommandCompleteMessage,
  DataRowMessage,
  Field,
  ProtocolConnection,
  RowDescriptionMessage,
} from './protocol.ts';
import type { StatementCache } from './statement-cache.ts';

/** One statement of a request. */
export interface Statement {
  readonly text: string;
  readonly values?: readonly Parameter[];
  /** Ask for the names and types of the result's columns; costs a message, so only where needed. */
  readonly describe?: boolean;
  /** False for a statement that will not come again; it is then parsed without a name. */
  readonly prepare?: boolean;
}

/** What one statement gave: every value in Postgres' text form. */
export interface StatementResult {
  readonly rows: readonly (readonly (string | null)[])[];
  /** The command tag: `SELECT 3`, `INSERT 0 1`. */
  readonly tag: string;
  /** Present where the statement asked to be described and returns rows. */
  readonly fields?: readonly Field[];
}

interface Collected {
  rows: (readonly (string | null)[])[];
  tag: string;
  fields?: readonly Field[];
}

/**
 * Several statements in one write, one Sync at their end: Postgres runs them as one implicit
 * transaction and answers in one read. A `Submittable` of pg (as pg-cursor is), handed to `client.query`.
 */
export class Pipeline {
  readonly #role: string;
  readonly #statements: readonly Statement[];
  readonly #cache: StatementCache;
  readonly #resolve: (results: readonly StatementResult[]) => void;
  readonly #reject: (error: Error) => void;
  readonly #results: StatementResult[] = [];
  #current: Collected = { rows: [], tag: '' };

  constructor(
    role: string,
    statements: readonly Statement[],
    cache: StatementCache,
    resolve: (results: readonly StatementResult[]) => void,
    reject: (error: Error) => void,
  ) {
    this.#role = role;
    this.#statements = statements;
    this.#cache = cache;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Called by pg when the connection is free. */
  submit(connection: ProtocolConnection): void {
    connection.stream.cork();
    for (const name of this.#cache.takeEvicted()) connection.close({ type: 'S', name });
    for (const statement of this.#statements) this.#send(connection, statement);
    connection.sync();
    connection.stream.uncork();
  }

  #send(connection: ProtocolConnection, statement: Statement): void {
    const { text, values = [], describe = false, prepare = true } = statement;
    const named = prepare ? this.#cache.name(this.#role, text) : this.#cache.unnamed();
    if (named.parse) connection.parse({ name: named.name, text });
    connection.bind({ statement: named.name, values });
    if (describe) connection.describe({ type: 'P', name: '' });
    connection.execute({ portal: '' });
  }

  handleRowDescription(message: RowDescriptionMessage): void {
    this.#current.fields = message.fields;
  }

  handleDataRow(message: DataRowMessage): void {
    this.#current.rows.push(message.fields);
  }

  handleCommandComplete(message: CommandCompleteMessage): void {
    this.#current.tag = message.text;
    this.#results.push(this.#current);
    this.#current = { rows: [], tag: '' };
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handlePortalSuspended(): void {
    // Execute asks for all rows, so a portal is never suspended.
  }

  /**
   * Postgres waits for data that nobody has, and has swallowed our Sync meanwhile: there is no telling any more
   * which answer belongs to what, so the connection ends here.
   */
  handleCopyInResponse({ stream }: Pick<ProtocolConnection, 'stream'>): void {
    stream.destroy();
    this.handleError(new Error('COPY FROM STDIN is not possible here'));
  }

  handleCopyData(): void {
    // Data of a COPY TO STDOUT: the statement ends with its tag, its data is dropped.
  }

  handleError(error: Error): void {
    this.#cache.forgetUnconfirmed();
    this.#reject(error);
  }

  /** The transaction has committed: only now is anything acknowledged. */
  handleReadyForQuery(): void {
    this.#resolve(this.#results);
  }
}
