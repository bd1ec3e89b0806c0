/** A column as the log describes it. */
export interface LoggedColumn {
  readonly name: string;
  readonly typeOid: number;
  readonly typeModifier: number;
  /** Part of the replica identity: logged with every update and delete. */
  readonly isIdentity: boolean;
}

/** A table as the log describes it at that point; after DDL a new object with the same `oid`. */
export interface LoggedTable {
  readonly oid: number;
  readonly schema: string;
  readonly name: string;
  readonly identity: 'default' | 'nothing' | 'full' | 'index';
  readonly columns: readonly LoggedColumn[];
}

/** A value in Postgres's text format; undefined where it was not logged (unchanged TOAST, not in the identity). */
export type LoggedValue = string | null | undefined;

/** In the order of the table's columns. */
export type LoggedRow = readonly LoggedValue[];

/** One row change. */
export interface LoggedChange {
  readonly kind: 'insert' | 'update' | 'delete';
  readonly table: LoggedTable;
  /** Insert and update. */
  readonly row?: LoggedRow;
  /**
   * Update and delete: whole with identity `full`, otherwise the identity's columns alone, and for an update only
   * where one of them changed.
   */
  readonly oldRow?: LoggedRow;
  /** The change was larger than 8 MB: values longer than 64 bytes are left out (undefined). */
  readonly isCut?: true;
}

/** What a transaction wrote with pg_logical_emit_message; `prefix` names its purpose. */
export interface LoggedMessage {
  readonly kind: 'message';
  readonly prefix: string;
  readonly content: string;
}

export type LogEntry = LoggedChange | LoggedMessage;

/**
 * Where a change stands in the log. `lsn` is that of its transaction's commit, `index` counts the entries of the
 * transaction from 0. Positions grow in commit order.
 */
export interface LogPosition {
  readonly lsn: bigint;
  readonly index: number;
}

/** Consecutive entries of one transaction; a large transaction comes in several batches. */
export interface ChangeBatch {
  /** Position of the first entry. */
  readonly from: LogPosition;
  /** Milliseconds since 1970. */
  readonly committedAt: number;
  readonly entries: readonly LogEntry[];
  /** Whether the transaction ends with this batch. */
  readonly isLast: boolean;
}

/** Takes what was committed, in commit order. The next batch waits for the returned promise: back-pressure. */
export interface ChangeSink {
  take(batch: ChangeBatch): void | Promise<void>;
  /**
   * Whatever was committed before `lsn` has been given to `take`, also where that was nothing: a position of now for
   * who remembers how far a subscriber came. Often called while the log moves.
   */
  passed?(lsn: bigint): void;
  /**
   * The log has a hole (its slot was lost or dropped): what was committed in it will never come, and `since` no
   * longer gives what lies before it.
   */
  lost(reason: string): void;
}

/** Past changes: all that stands behind the wished position and not behind `until`, in order. */
export interface CatchUp extends AsyncIterable<ChangeBatch> {
  /**
   * What `take` was given last when `since` was called. Whatever stands behind it goes to `take` later: who calls
   * `since` and registers for `take` in one turn of the event loop misses nothing and sees nothing twice.
   */
  readonly until: LogPosition;
}

/**
 * The committed changes of a project, read from its write-ahead log. The log is kept for a while (minutes) behind
 * what was taken, also while the server is away. When the stream opens, what was committed before that is past:
 * `take` never sees it, `since` gives it. What is committed later goes to `take`, each change once.
 */
export interface ChangeSource {
  /**
   * Opens the stream (at the first subscriber) and resolves once it runs: what is committed from now on arrives.
   * Rejects where Postgres cannot be read; may be called again. While open it reconnects by itself.
   */
  open(): Promise<void>;
  /** End of the log as of now: what is committed later stands behind it (its `lsn` is not smaller). */
  now(): Promise<bigint>;
  /**
   * Past changes behind `after`; undefined where they are no longer kept, or the stream is not open. May wait for the
   * log to be read; iterating throws where the changes are dropped meanwhile.
   */
  since(after: LogPosition): CatchUp | undefined;
  /** Resolves once everything that was committed before `lsn` has been taken; rejects when the source closes. */
  reached(lsn: bigint): Promise<void>;
  /**
   * Nobody subscribes any more: after the time for which changes are kept the stream ends and Postgres keeps nothing
   * for it. `open` takes that back.
   */
  rest(): void;
  /** Ends the stream; Postgres keeps the log for the next start. */
  close(): Promise<void>;
}
