import type { CaptureOptions, CaptureSettings } from '../options.ts';
import { publishAllTables, unpublishAllTables } from './all-tables.ts';
import { ensurePublications } from './publications.ts';
import { checkWalLevel, endOfLog, ensureSlot } from './slot.ts';

/** What reading begins with. */
export interface Prepared {
  readonly publications: readonly string[];
  /** Where the slot begins. */
  readonly floor: bigint;
  /** End of the log: what is committed later is not past. */
  readonly liveFrom: bigint;
}

/** Makes what reading takes: publications first, because a slot sees only what was there when it was made. */
export async function prepare(
  { database, publish, schemas = ['public'] }: CaptureOptions,
  { publications, isTemporary, slot }: CaptureSettings,
): Promise<Prepared> {
  await checkWalLevel(database);
  await ensurePublications(database, publications);
  const ours =
    publish === 'all'
      ? await publishAllTables(database, schemas, publications)
      : await unpublishAllTables(database);
  const made = isTemporary ? undefined : await ensureSlot(database, slot);
  const liveFrom = await endOfLog(database);
  return {
    publications: [...publications, ...ours],
    floor: made?.confirmed ?? liveFrom,
    liveFrom,
  };
}
