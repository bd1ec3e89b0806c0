import type { Database } from '@plinth/postgres';
import { malformedLog } from './pgoutput/malformed-log.ts';
import { ensurePublications } from './slot/publications.ts';
import { endOfLog, ensureSlot, slotState } from './slot/slot.ts';
import { otherLog, type ReadProblem, threadEnded } from './thread/messages.ts';

/** The log as it was read. */
export interface Failed {
  readonly database: Database;
  readonly problem: ReadProblem;
  readonly slot: string;
  readonly isTemporary: boolean;
  readonly publications: readonly string[];
  /** Whether Postgres had begun to stream. */
  readonly hasBegun: boolean;
  /** How often in a row it ended at the same place. */
  readonly failures: number;
}

/** A hole in the log: where it goes on, and why. */
export interface Hole {
  readonly from: bigint;
  readonly reason: string;
}

/** So many failures at one place, for which there is a reason other than the connection: it cannot be read there. */
const hopeless = 6;

/** SQLSTATEs; but not those that speak of the connection, the server's state or its configuration. */
const ofTheLog = /^(?!08|28|3D|53|57|55006|42501)[0-9A-Z]{5}$/;

/**
 * Puts right what keeps the log from being read; undefined where trying again is all that can be done. Throws where
 * Postgres cannot be asked.
 */
export async function recover(failed: Failed): Promise<Hole | undefined> {
  const { database, problem, slot, isTemporary, publications } = failed;
  if (problem.code === otherLog) {
    if (!isTemporary) await ensureSlot(database, slot);
    const reason = 'the database is another one, or an earlier state of it';
    return { from: await endOfLog(database), reason };
  }
  if (!isTemporary) {
    const state = await slotState(database, slot);
    if (state === undefined || state.isLost) {
      const { confirmed: from } = await ensureSlot(database, slot);
      if (state === undefined) return { from, reason: 'its replication slot was dropped' };
      return { from, reason: 'Postgres gave up its replication slot (max_slot_wal_keep_size)' };
    }
  }
  if (problem.code === '42704') {
    await ensurePublications(database, publications);
    return { from: await endOfLog(database), reason: 'a publication was missing' };
  }
  if (failed.failures < hopeless || !failed.hasBegun || !isOfTheLog(problem)) return undefined;
  const reason = `it cannot be read at this place: ${problem.message}`;
  return { from: await endOfLog(database), reason };
}

/** True where what the log holds is the reason, as a row that Postgres cannot put into words. */
function isOfTheLog({ code = '' }: ReadProblem): boolean {
  return code === threadEnded || code === malformedLog || ofTheLog.test(code);
}
