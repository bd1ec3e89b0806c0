import { PostgresError } from '@plinth/postgres';
import type { ReadProblem } from './thread/messages.ts';

/** What keeps the log from being read; the message says it in a sentence a person can act on. */
export type CaptureProblem =
  | 'wal_level'
  | 'no_right'
  | 'no_free_slot'
  | 'no_free_sender'
  | 'slot_busy'
  | 'slot_waits'
  | 'publication_missing'
  | 'all_tables'
  | 'failed';

export class CaptureError extends Error {
  readonly problem: CaptureProblem;

  constructor(problem: CaptureProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CaptureError';
    this.problem = problem;
  }
}

/** SQLSTATEs with one meaning here, and what to do about them. */
const explained: Readonly<Record<string, readonly [CaptureProblem, string]>> = {
  '42501': [
    'no_right',
    'The database role of the server may not read the log of Postgres. Let a superuser run: alter role … replication.',
  ],
  '53400': [
    'no_free_slot',
    'All replication slots of Postgres are taken. Raise max_replication_slots and restart it, or drop slots that nobody reads (pg_replication_slots).',
  ],
  '53300': [
    'no_free_sender',
    'Postgres takes no more connections that read its log. Raise max_wal_senders (or max_connections) and restart it.',
  ],
  '55006': [
    'slot_busy',
    'Another server reads the changes of this database through the same slot. Only one may run, unless each has a slot of its own.',
  ],
  '57014': [
    'slot_waits',
    'Postgres can begin to log changes only when every transaction that is open has ended, and one has been open for long (pg_stat_activity).',
  ],
};

/** An error of Postgres, of the driver or of the thread as a sentence. */
export function explain({ code, message }: ReadProblem): CaptureError {
  const [problem, sentence] = explained[code ?? ''] ?? ['failed', ''];
  const said = `Postgres said: ${message}`;
  if (problem === 'failed')
    return new CaptureError('failed', `The changes of the database cannot be read: ${message}`);
  return new CaptureError(problem, `${sentence} ${said}`);
}

/** Whatever kept a stream from opening as a CaptureError. */
export function explainFailure(error: unknown): CaptureError {
  if (error instanceof CaptureError) return error;
  const code = error instanceof PostgresError ? error.code : undefined;
  const message = error instanceof Error ? error.message : String(error);
  return explain({ code, message });
}
