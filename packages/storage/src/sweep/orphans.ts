import { sql } from '@plinth/postgres';
import type { StorageCore } from '../core.ts';

/** Versions asked about in one statement. */
const batch = 1_000;

/** What the times of a filesystem may be behind the clock, in milliseconds. */
const tick = 100;

/**
 * Removes the blobs that no row names: left by a crash between bytes and row. Young ones are spared, since their row
 * may be on its way, but not those from before `startedAt` where the store is ours alone. `stop` ends it early.
 */
export async function removeOrphans(
  core: StorageCore,
  startedAt: number,
  stop: () => boolean,
): Promise<number> {
  const old = core.clock.now() - core.limits.orphanAge;
  const before = core.blobs.exclusive ? Math.max(old, startedAt - tick) : old;
  let candidates: string[] = [];
  let removed = 0;
  const flush = async (): Promise<void> => {
    const orphans = await withoutRow(core, candidates);
    candidates = [];
    await core.blobs.remove(orphans);
    removed += orphans.length;
  };
  for await (const { version, modifiedAt } of core.blobs.list()) {
    if (stop()) return removed;
    if (modifiedAt <= before) candidates.push(version);
    if (candidates.length >= batch) await flush();
  }
  await flush();
  if (removed > 0) core.logger.info({ removed }, 'blobs without an object removed');
  return removed;
}

async function withoutRow(
  { database }: StorageCore,
  versions: readonly string[],
): Promise<string[]> {
  if (versions.length === 0) return [];
  const rows = await database.query<{ version: string }>(sql`
    select given.version from unnest(${[...versions]}::text[]) as given (version)
    where not exists (select from storage.objects as o where o.version = given.version)
      and not exists (select from storage.retired_blobs as r where r.version = given.version)
  `);
  return rows.map(({ version }) => version);
}
