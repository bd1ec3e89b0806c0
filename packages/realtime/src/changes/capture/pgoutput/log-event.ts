import type { LoggedMessage, LoggedRow, LoggedTable } from '../../change-source.ts';

/** A change with the numbers that the decoder gives its tables. */
export interface DecodedChange {
  readonly kind: 'insert' | 'update' | 'delete';
  readonly table: LoggedTable;
  readonly row: LoggedRow | undefined;
  readonly oldRow: LoggedRow | undefined;
}

/** What one message of pgoutput says. */
export type LogEvent =
  | {
      readonly kind: 'begin';
      /** Position of the commit. */
      readonly lsn: bigint;
      /** Milliseconds since 1970. */
      readonly committedAt: number;
    }
  | {
      readonly kind: 'commit';
      readonly lsn: bigint;
      /** Position behind the commit. */
      readonly end: bigint;
    }
  | DecodedChange
  | LoggedMessage;
