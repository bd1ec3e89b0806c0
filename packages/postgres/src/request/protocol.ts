import type { Duplex } from 'node:stream';
import type { Parameter } from '../sql.ts';

/** The part of pg's Connection that a Submittable talks to (pg's own typings are older). */
export interface ProtocolConnection {
  readonly stream: Duplex;
  parse(query: { name: string; text: string; types?: readonly number[] }): void;
  bind(config: { statement: string; values: readonly Parameter[] }): void;
  describe(config: { type: 'P' | 'S'; name: string }): void;
  execute(config: { portal: string; rows?: number }): void;
  close(config: { type: 'P' | 'S'; name: string }): void;
  sync(): void;
  on(event: 'parseComplete', listener: () => void): unknown;
}

/** A column of a described result. */
export interface Field {
  readonly name: string;
  readonly tableID: number;
  readonly columnID: number;
  readonly dataTypeID: number;
}

export interface RowDescriptionMessage {
  readonly fields: readonly Field[];
}

export interface DataRowMessage {
  readonly fields: readonly (string | null)[];
}

export interface CommandCompleteMessage {
  /** The command tag: `SELECT 3`, `INSERT 0 1`. */
  readonly text: string;
}
