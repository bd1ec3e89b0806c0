import type { PostgresError } from '../errors.ts';
import type {
  CommandCompleteMessage,
  DataRowMessage,
  Field,
  ProtocolConnection,
  RowDescriptionMessage,
} from '../request/protocol.ts';
import type { Parameter } from '../sql.ts';

/** One statement of a batch. */
export interface BatchStatement {
  readonly text: string;
  readonly values?: readonly Parameter[];
  /**
   * Most rows to take, as if LIMIT stood there: a SELECT is computed no further. INSERT, UPDATE and
   * DELETE with RETURNING run to their end all the same. Without it there is no limit.
   */
  readonly maxRows?: number;
  /** Takes each row as it arrives, in Postgres' text form; without it rows are dropped unread. */
  readonly onRow?: (row: readonly (string | null)[]) => void;
}

/** A column of a result, with what format_type() needs to name its type. */
export interface BatchField extends Field {
  readonly dataTypeModifier: number;
}

/** What one statement gave. */
export interface BatchResult {
  /** The command tag: `SELECT 3`, `CREATE TABLE`; empty for an empty statement and a suspended one. */
  readonly tag: string;
  /** Null for statements that return no rows. */
  readonly fields: readonly BatchField[] | null;
  /** True where there were more rows than `maxRows`. */
  readonly suspended: boolean;
}

/** The statement that ended a batch. */
export interface BatchFailure {
  readonly index: number;
  readonly error: PostgresError;
}

/** How a batch ended: results of the statements before the failure, and the state it left. */
export interface BatchOutcome {
  readonly results: readonly BatchResult[];
  readonly failure: BatchFailure | null;
  /** `open` and `failed`: a BEGIN of the batch (or of an earlier one) has not been ended. */
  readonly transaction: TransactionState;
}

export type TransactionState = 'none' | 'open' | 'failed';

/** pg's connection, with the message that says that Postgres waits for the next batch. */
export interface BatchConnection extends ProtocolConnection {
  once(event: 'readyForQuery', listener: (message: { readonly status: string }) => void): unknown;
  sendCopyFail(message: string): void;
}

const transactionStates: Readonly<Record<string, TransactionState>> = { T: 'open', E: 'failed' };

/**
 * Statements in one write with one Sync at their end, through the extended protocol: Postgres runs them as
 * one implicit transaction. Unlike a request's pipeline nothing is prepared by name, rows are handed on
 * instead of gathered, and the end is awaited after an error too. A `Submittable` of pg.
 */
export class Batch {
  readonly #statements: readonly BatchStatement[];
  readonly #resolve: (outcome: BatchOutcome) => void;
  readonly #reject: (error: Error) => void;
  readonly #results: BatchResult[] = [];
  #fields: readonly BatchField[] | null = null;
  #failure: BatchFailure | null = null;

  constructor(
    statements: readonly BatchStatement[],
    resolve: (outcome: BatchOutcome) => void,
    reject: (error: Error) => void,
  ) {
    this.#statements = statements;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Called by pg when the connection is free. */
  submit(connection: BatchConnection): void {
    connection.once('readyForQuery', ({ status }) =>
      this.#resolve({
        results: this.#results,
        failure: this.#failure,
        transaction: transactionStates[status] ?? 'none',
      }),
    );
    connection.stream.cork();
    for (const { text, values = [], maxRows = 0 } of this.#statements) {
      connection.parse({ name: '', text });
      connection.bind({ statement: '', values });
      connection.describe({ type: 'P', name: '' });
      connection.execute({ portal: '', rows: maxRows });
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription(message: RowDescriptionMessage): void {
    this.#fields = message.fields as readonly BatchField[];
  }

  handleDataRow(message: DataRowMessage): void {
    this.#statements[this.#results.length]?.onRow?.(message.fields);
  }

  handleCommandComplete(message: CommandCompleteMessage): void {
    this.#end(message.text, false);
  }

  handleEmptyQuery(): void {
    this.#end('', false);
  }

  handlePortalSuspended(): void {
    this.#end('', true);
  }

  /**
   * Postgres swallows the Sync while it waits for data, so another one is due. Where a statement follows
   * in the same batch it ends the connection by itself: callers keep COPY FROM STDIN last, or out.
   */
  handleCopyInResponse(connection: BatchConnection): void {
    if (this.#results.length < this.#statements.length - 1) return;
    connection.sendCopyFail('COPY FROM STDIN needs a client that sends the data, such as psql');
    connection.sync();
  }

  handleCopyData(): void {
    // Data of a COPY TO STDOUT: the statement ends with its tag, its data is dropped.
  }

  /** An error of Postgres, after which it skips to the Sync; or the loss of the connection. */
  handleError(error: Error & { readonly severity?: string }): void {
    if (error.severity === undefined) this.#reject(error);
    else this.#failure ??= { index: this.#results.length, error: error as PostgresError };
  }

  handleReadyForQuery(): void {
    // The event of the connection comes after an error too, this call does not.
  }

  #end(tag: string, suspended: boolean): void {
    this.#results.push({ tag, fields: this.#fields, suspended });
    this.#fields = null;
  }
}
