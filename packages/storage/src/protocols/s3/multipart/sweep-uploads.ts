import { sql } from '@plinth/postgres';
import type { StorageCore } from '../../../core.ts';
import { discardParts } from './uploads.ts';

/** How long an upload may rest before it counts as given up, in milliseconds: seven days. */
const life = 604_800_000;

/** Uploads looked at in one statement. */
const batch = 500;

/** Forgets the uploads that nobody has sent a part of for a week. */
export async function sweepUploads(core: StorageCore): Promise<void> {
  const before = new Date(core.clock.now() - life);
  for (;;) {
    const stale = await core.database.query<{ id: string }>(sql`
      delete from storage.s3_multipart_uploads where id in (
        select u.id from storage.s3_multipart_uploads as u
        where u.created_at < ${before} and not exists (
          select from storage.s3_multipart_uploads_parts as p
          where p.upload_id = u.id and p.created_at >= ${before})
        limit ${batch})
      returning id
    `);
    for (const { id } of stale) await discardParts(core, id);
    if (stale.length < batch) return;
  }
}
