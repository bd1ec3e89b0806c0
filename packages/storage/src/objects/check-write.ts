import type { JsonObject } from '@plinth/kernel';
import { json, type Sql, sql } from '@plinth/postgres';
import { type Access, isService } from '../access/access.ts';
import { type Purpose, run } from '../access/run.ts';
import type { StorageCore } from '../core.ts';
import { checkKey } from '../input/names.ts';
import { ownerColumns } from './stored-object.ts';

/** Where an object is to go, and as whose. */
export interface WriteTarget {
  readonly bucket: string;
  readonly key: string;
  /** Whether an object of this name is replaced; otherwise it is a `KeyAlreadyExists`. */
  readonly upsert: boolean;
  /** `sub` of the uploader; undefined for keys. */
  readonly owner: string | undefined;
}

/** What policies can read of an object before its bytes are there. */
export interface Announced {
  readonly mimetype?: string | undefined;
  /** Bytes, where the client told. */
  readonly contentLength?: number | undefined;
  readonly userMetadata?: JsonObject | undefined;
}

/**
 * Asks the policies whether the caller may write: does it and takes it back. A create needs INSERT alone; an upsert
 * INSERT, SELECT and UPDATE. Throws `AccessDenied`, `KeyAlreadyExists`, `InvalidKey`, `RelatedResourceNotFound`.
 */
export async function checkWrite(
  core: StorageCore,
  access: Access,
  target: WriteTarget,
  announced: Announced,
): Promise<void> {
  checkKey(target.key);
  // Policies do not apply: whether the name is taken, the commit decides.
  if (isService(access) && target.upsert) return;
  const purpose: Purpose = {
    table: 'objects',
    commands: target.upsert ? ['INSERT', 'SELECT', 'UPDATE'] : ['INSERT'],
    bucket: target.bucket,
    key: target.key,
  };
  await run(core, access, purpose, trial(target, announced), { end: 'rollback' });
}

function trial({ bucket, key, upsert, owner }: WriteTarget, announced: Announced): Sql {
  const { owner: ownerUuid, ownerId } = ownerColumns(owner);
  const { mimetype, contentLength, userMetadata } = announced;
  const insert = sql`insert into storage.objects
      (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
    values (${bucket}, ${key}, ${ownerUuid}, ${ownerId}, '1', ${json({ mimetype, contentLength })},
      ${userMetadata === undefined ? null : json(userMetadata)})`;
  if (!upsert) return insert;
  return sql`${insert} on conflict (name, bucket_id) do update set
      metadata = excluded.metadata, user_metadata = excluded.user_metadata, version = excluded.version,
      owner = excluded.owner, owner_id = excluded.owner_id
    returning id`;
}
