import { AppError, type JsonObject } from '@plinth/kernel';
import { json, type Sql, sql } from '@plinth/postgres';
import { type Access, asService } from '../access/access.ts';
import { rowsOf } from '../access/run.ts';
import type { BlobFacts } from '../backends/blob-store.ts';
import type { StorageCore } from '../core.ts';
import { storageError } from '../errors.ts';
import type { WriteTarget } from './check-write.ts';
import {
  type ObjectMetadata,
  objectJson,
  ownerColumns,
  type StoredObject,
} from './stored-object.ts';

/** How an object is to be served. */
export interface Presentation {
  readonly mimetype: string;
  readonly cacheControl: string;
  readonly xRobotsTag?: string | undefined;
}

/** The metadata that describes a blob. `now` in milliseconds since 1970. */
export function metadataOf(facts: BlobFacts, shown: Presentation, now: number): ObjectMetadata {
  return {
    eTag: `"${facts.etag}"`,
    size: facts.size,
    mimetype: shown.mimetype,
    cacheControl: shown.cacheControl,
    lastModified: new Date(now).toISOString(),
    contentLength: facts.size,
    httpStatusCode: 200,
    ...(shown.xRobotsTag !== undefined && { xRobotsTag: shown.xRobotsTag }),
  };
}

/**
 * Makes the blob `version` the content of the object: one statement, so that every reader sees the old object or the
 * new one. The blob must be durable already; where the row is refused it stays. What it replaces is retired in the same
 * transaction. `alongside` is a statement that happens with it or not at all. Throws `KeyAlreadyExists` and what triggers
 * of the application raise.
 */
export async function commitRow(
  core: StorageCore,
  access: Access,
  target: WriteTarget,
  version: string,
  metadata: Partial<ObjectMetadata>,
  userMetadata: JsonObject | undefined,
  alongside?: Sql,
): Promise<StoredObject> {
  const { bucket, key, upsert } = target;
  const { owner, ownerId } = ownerColumns(target.owner);
  const insert = sql`insert into storage.objects as o
      (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
    values (${bucket}, ${key}, ${owner}, ${ownerId}, ${version}, ${json(metadata)}, ${json(userMetadata ?? {})})`;
  const replace = sql` on conflict (name, bucket_id) do update set
      owner = excluded.owner, owner_id = excluded.owner_id, version = excluded.version,
      metadata = excluded.metadata, user_metadata = excluded.user_metadata`;
  const first =
    alongside === undefined ? sql`` : sql`with alongside as (${alongside} returning 1) `;
  const statement = sql`${first}${insert}${upsert ? replace : sql``} returning ${objectJson('o')}`;
  const purpose = { table: 'objects', commands: ['INSERT', 'UPDATE'], bucket, key } as const;
  const [object] = await rowsOf<StoredObject>(core, asService(access), purpose, statement);
  // A trigger of the application may turn the insert into nothing.
  if (object === undefined) throw storageError('DatabaseError');
  if (upsert) core.retired();
  return object;
}

/** As `commitRow`; where the row is refused the new blob is removed. */
export function commitObject(...commit: Parameters<typeof commitRow>): Promise<StoredObject> {
  const [core, , , version] = commit;
  return orDiscard(core, version, () => commitRow(...commit));
}

/** What is known of an object that was just uploaded. */
export interface WrittenObject extends Pick<StoredObject, 'id' | 'name' | 'bucket_id'> {
  readonly metadata: Partial<ObjectMetadata> | null;
}

/** As `commitObject`; new objects of the same moment are committed together. */
export function commitUpload(
  core: StorageCore,
  access: Access,
  target: WriteTarget,
  version: string,
  metadata: ObjectMetadata,
  userMetadata: JsonObject | undefined,
): Promise<WrittenObject> {
  return orDiscard(core, version, async () => {
    const id = target.upsert
      ? undefined
      : await core.creations.create({ target, version, metadata, userMetadata });
    if (id === undefined) return commitRow(core, access, target, version, metadata, userMetadata);
    return { id, name: target.key, bucket_id: target.bucket, metadata };
  });
}

async function orDiscard<T>(
  core: StorageCore,
  version: string,
  commit: () => Promise<T>,
): Promise<T> {
  try {
    return await commit();
  } catch (error) {
    // Where the connection broke, nobody knows whether the row was committed: then the sweep decides.
    if (!(error instanceof AppError && error.code === 'Unavailable')) {
      await discardBlob(core, version);
    }
    throw error;
  }
}

/** Removes a blob that no row came to name; what fails here is found by the sweep. */
export async function discardBlob(core: StorageCore, version: string): Promise<void> {
  await core.blobs.remove([version]).catch((error: unknown) => {
    core.logger.warn({ err: error, version }, 'a blob without a row could not be removed yet');
  });
}
