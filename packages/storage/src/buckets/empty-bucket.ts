import { sql } from '@plinth/postgres';
import { type Access, asService } from '../access/access.ts';
import { run } from '../access/run.ts';
import type { StorageCore } from '../core.ts';
import { storageError } from '../errors.ts';
import { findBucket } from './bucket.ts';

/** Most objects of a bucket that is emptied in one call. */
const most = 200_000;

/** Objects deleted in one transaction. */
const batch = 5_000;

/**
 * Deletes all objects that a bucket holds by now, batch after batch; what comes meanwhile stays. Resolves when the work
 * is under way; `done` resolves at its end. Throws `NoSuchBucket`, `BucketTooLarge`.
 */
export async function emptyBucket(
  core: StorageCore,
  access: Access,
  id: string,
): Promise<{ readonly done: Promise<void> }> {
  await findBucket(core, access, id);
  const purpose = { table: 'objects', commands: ['DELETE'], bucket: id } as const;
  const service = asService(access);
  const counted = await run(
    core,
    service,
    purpose,
    sql`select count(*), now() from (
      select from storage.objects as o where o.bucket_id = ${id} limit ${most + 1}) as o`,
  );
  const [count, before] = counted.rows[0] ?? [];
  if (Number(count) > most) throw storageError('BucketTooLarge');
  const deleteAll = async (): Promise<void> => {
    for (;;) {
      const { tag } = await run(
        core,
        service,
        purpose,
        sql`delete from storage.objects as o where o.id in (
          select d.id from storage.objects as d
          where d.bucket_id = ${id} and d.created_at <= ${before ?? ''}::timestamptz limit ${batch})`,
      );
      core.retired();
      if (Number(tag.split(' ')[1]) < batch) return;
    }
  };
  return { done: deleteAll() };
}
