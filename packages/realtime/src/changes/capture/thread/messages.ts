import type { ConnectionOptions } from '@plinth/postgres';
import type { LoggedTable, LoggedValue, LogPosition } from '../../change-source.ts';

/**
 * A batch as it crosses from the thread: few and flat objects, because their number is what crossing costs. Of each
 * entry a letter says what it is, a number which table; its values lie behind each other.
 */
export interface PackedBatch {
  readonly lsn: bigint;
  readonly index: number;
  readonly committedAt: number;
  readonly isLast: boolean;
  /** i: row; u: row; v: old row, row; d: old row; m: prefix, content. A capital: the change was cut. */
  readonly kinds: string;
  /** Of each entry, by the numbers of `tables`; 0 for messages. */
  readonly tables: readonly number[];
  readonly values: readonly LoggedValue[];
  /** About what it takes in memory. */
  readonly bytes: number;
}

/** How to read the log. */
export interface ReadOrder {
  readonly connection: ConnectionOptions;
  /** TLS without a look at the name in the certificate: a function cannot cross. */
  readonly anyTlsName: boolean;
  readonly slot: string;
  /** Made by the connection, gone with it. */
  readonly isTemporary: boolean;
  readonly publications: readonly string[];
  /** Begin where the slot was confirmed (0), or later. */
  readonly from: bigint;
  /** Entries up to here are left out: they are known. */
  readonly after: LogPosition | undefined;
  /** The cluster that `after` belongs to. */
  readonly system: string | undefined;
  /** Bytes that may be on their way and not yet taken. */
  readonly credit: number;
  /** Largest change that is passed on whole, in bytes. */
  readonly largestChange: number;
}

/** To the thread. */
export type Order =
  | { readonly do: 'read'; readonly order: ReadOrder }
  /** `taken`: so many bytes are no longer on their way; `confirmed`: the log before it is not needed again. */
  | { readonly do: 'taken'; readonly taken: number; readonly confirmed: bigint }
  /** Ends the connection, after a last word about what is confirmed. */
  | { readonly do: 'stop' };

/** From the thread. */
export type Report =
  | {
      readonly is: 'started';
      /** Identifier of the cluster. */
      readonly system: string;
      /** Where a temporary slot begins. */
      readonly from: bigint | undefined;
    }
  | {
      readonly is: 'read';
      readonly batches: readonly PackedBatch[];
      /** Tables that the batches are the first to name, with their numbers. */
      readonly tables: readonly (readonly [number, LoggedTable])[];
      /** Whatever was committed before it has been read. */
      readonly reached: bigint;
    }
  | {
      readonly is: 'ended';
      readonly problem: ReadProblem | undefined;
    };

/** Why the reading ended: SQLSTATE where Postgres said it, and its words. */
export interface ReadProblem {
  readonly code: string | undefined;
  readonly message: string;
}

/** Problem of a log that is another one than before, or an older state of it. */
export const otherLog = 'other_log';

/** Problem of a thread that ended by itself. */
export const threadEnded = 'thread_ended';

/** Prefix of a message that only makes the log move; nobody gets to see it. */
export const nudgePrefix = 'plinth_nudge';
