import type { BucketSettings } from '@plinth/config';
import { sql } from '@plinth/postgres';
import type { StorageCore } from '../core.ts';
import { checkNewBucket } from '../input/names.ts';

/** Makes the buckets that config.toml names and the project does not have; those that are there stay as they are. */
export async function createConfiguredBuckets(
  { database, logger }: StorageCore,
  buckets: Readonly<Record<string, BucketSettings>>,
): Promise<void> {
  for (const [name, { public: isPublic, fileSizeLimit, allowedMimeTypes }] of Object.entries(
    buckets,
  )) {
    const id = checkNewBucket(name);
    const made = await database.query(sql`
      insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
      values (${id}, ${id}, ${isPublic}, ${fileSizeLimit ?? null}, ${allowedMimeTypes ?? null})
      on conflict do nothing returning id
    `);
    if (made.length > 0) logger.info({ bucket: id }, 'bucket of config.toml made');
  }
}
