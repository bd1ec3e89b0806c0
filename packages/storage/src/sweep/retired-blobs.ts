import { sql } from '@plinth/postgres';
import type { StorageCore } from '../core.ts';
import type { OnRemoved } from './sweeper.ts';

/** Most blobs removed in one go. */
const batch = 500;

/**
 * Removes the blobs that were retired long enough ago: the bytes first, their rows after, so that a crash between
 * them only means doing it again. Gives true where there are younger ones left.
 */
export async function removeRetired(core: StorageCore, onRemoved: OnRemoved): Promise<boolean> {
  for (;;) {
    const rows = await core.database.query<{ version: string }>(sql`
      select r.version from storage.retired_blobs as r
      where r.retired_at <= now() - ${core.limits.retirement} * interval '1 millisecond'
        and not exists (select from storage.objects as o where o.version = r.version)
      order by r.retired_at limit ${batch}
    `);
    const versions = rows.map(({ version }) => version);
    await core.blobs.remove(versions);
    await onRemoved(versions);
    await core.database.query(sql`
      delete from storage.retired_blobs as r
      where r.version = any(${versions}::text[])
        or (r.retired_at <= now() - interval '1 hour'
          and exists (select from storage.objects as o where o.version = r.version))
    `);
    if (versions.length < batch) break;
  }
  const left = await core.database.query(sql`select from storage.retired_blobs limit 1`);
  return left.length > 0;
}
