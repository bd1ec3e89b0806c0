import type { Logger } from '@plinth/kernel';
import type { Database } from '@plinth/postgres';
import { silentLogger } from '@plinth/testkit';
import { LogChangeSource } from '../src/changes/capture/log-change-source.ts';
import type { CaptureOptions } from '../src/changes/capture/options.ts';
import type {
  ChangeBatch,
  ChangeSink,
  LogEntry,
  LogPosition,
} from '../src/changes/change-source.ts';

/** A sink that keeps what it takes. */
export class Recorder implements ChangeSink {
  readonly batches: ChangeBatch[] = [];
  readonly losses: string[] = [];
  /** What `passed` told last. */
  lastPassed = 0n;
  /** Called for each batch. */
  onTake: (batch: ChangeBatch) => void | Promise<void> = () => {};

  take(batch: ChangeBatch): void | Promise<void> {
    this.batches.push(batch);
    return this.onTake(batch);
  }

  passed(lsn: bigint): void {
    this.lastPassed = lsn;
  }

  lost(reason: string): void {
    this.losses.push(reason);
  }

  /** What was taken, without the messages about DDL. */
  get entries(): readonly LogEntry[] {
    return this.batches
      .flatMap(({ entries }) => entries)
      .filter((entry) => entry.kind !== 'message' || entry.prefix !== 'plinth_schema');
  }
}

/** The stream of a test database; made anew over the same slot by another call. */
export function testSource(
  database: Database,
  options: Partial<CaptureOptions> = {},
): { readonly source: LogChangeSource; readonly recorder: Recorder } {
  const recorder = new Recorder();
  const source = new LogChangeSource({
    database,
    sink: recorder,
    logger: silentLogger,
    clock: { now: () => Date.now() },
    publications: ['supabase_realtime'],
    ...options,
  });
  return { source, recorder };
}

/** Everything that is committed has been taken. */
export async function settled(source: LogChangeSource): Promise<void> {
  await source.reached(await source.now());
}

/** All that `since` gives. */
export async function pastOf(source: LogChangeSource, after: LogPosition): Promise<ChangeBatch[]> {
  const past = source.since(after);
  if (past === undefined) throw new Error('the past is no longer kept');
  const batches: ChangeBatch[] = [];
  for await (const batch of past) batches.push(batch);
  return batches;
}

/** An entry in a line: `insert notes 1,hello`. */
export function lineOf(entry: LogEntry): string {
  if (entry.kind === 'message') return `message ${entry.prefix} ${entry.content}`;
  const { kind, table, row, oldRow } = entry;
  const show = (values: typeof row): string =>
    (values ?? []).map((value) => (value === undefined ? '-' : (value ?? 'NULL'))).join(',');
  const old = oldRow === undefined ? '' : ` was ${show(oldRow)}`;
  return `${kind} ${table.name}${row === undefined ? '' : ` ${show(row)}`}${old}`;
}

/** A logger that keeps its warnings and errors. */
export function keepingLogger(lines: string[]): Logger {
  const keep = (_fields: object, message: string): void => void lines.push(message);
  return { ...silentLogger, warn: keep, error: keep };
}
