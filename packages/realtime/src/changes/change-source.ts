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
  /** The log has a hole (its slot was lost or dropped): what was committed in it will never come. */
  lost(reason: string): void;
}

/** The committed changes of a project, read from its write-ahead log. */
export interface ChangeSource {
  /**
   * Opens the stream (at the first subscriber) and resolves once it runs: what is committed from now on arrives.
   * Rejects where Postgres cannot be read; may be called again. While open it reconnects by itself.
   */
  open(): Promise<void>;
  /** End of the log as of now: what is committed later stands behind it. */
  now(): Promise<bigint>;
  /**
   * Past changes behind `after`, in order, up to what `take` was given last; undefined where they are no longer kept.
   */
  since(after: LogPosition): AsyncIterable<ChangeBatch> | undefined;
  close(): Promise<void>;
}
