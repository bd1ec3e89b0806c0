import type { Clock, Logger } from '@plinth/kernel';
import type { Database } from '@plinth/postgres';
import type { ChangeSink } from '../change-source.ts';
import type { Kept } from './history/ring.ts';
import { slotName } from './slot/slot-name.ts';

/** What a LogChangeSource is made of. */
export interface CaptureOptions {
  /** Logged in as a role that may replicate; it also makes the publications that are missing. */
  readonly database: Database;
  readonly sink: ChangeSink;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Default: those that users and realtime.messages have. */
  readonly publications?: readonly string[];
  /**
   * `publication`: only tables of the publications. `all`: every ordinary table of `schemas` besides; takes a
   * superuser.
   */
  readonly publish?: 'publication' | 'all';
  /** For `publish: 'all'`; default: public. */
  readonly schemas?: readonly string[];
  /**
   * `permanent`: one for the database, kept by Postgres while the server is away. `temporary`: one of this server's
   * own, gone with its connection: each time that breaks the sink is told of a hole.
   */
  readonly slot?: 'permanent' | 'temporary';
  /** Tells temporary slots of several servers apart: letters, digits. */
  readonly node?: string;
  /** How much of the past `since` can give; default: 64 MB, 5 minutes, 256 MB of log. */
  readonly kept?: Partial<Kept>;
  /** How long `open` may take, in milliseconds; default 10,000. */
  readonly openTimeout?: number;
}

/** The options with their defaults. */
export interface CaptureSettings {
  readonly slot: string;
  readonly publications: readonly string[];
  readonly isTemporary: boolean;
  readonly kept: Kept;
  readonly openTimeout: number;
}

const mebibyte = 1_048_576;

/** Fills in the defaults. */
export function captureSettings(options: CaptureOptions): CaptureSettings {
  const isTemporary = options.slot === 'temporary';
  const { database } = options.database.connection;
  return {
    slot: slotName(database, isTemporary ? (options.node ?? 'node') : undefined),
    publications: options.publications ?? [
      'supabase_realtime',
      'supabase_realtime_messages_publication',
    ],
    isTemporary,
    kept: { bytes: 64 * mebibyte, age: 300_000, log: 256 * mebibyte, ...options.kept },
    openTimeout: options.openTimeout ?? 10_000,
  };
}
