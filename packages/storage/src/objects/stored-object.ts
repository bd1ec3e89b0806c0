import type { JsonObject } from '@plinth/kernel';
import { raw, type Sql } from '@plinth/postgres';

/** What is known of an object's bytes; the members are those that upstream's backends write. */
export interface ObjectMetadata {
  /** With its quotes. */
  readonly eTag: string;
  /** Bytes. */
  readonly size: number;
  readonly mimetype: string;
  readonly cacheControl: string;
  /** ISO 8601. */
  readonly lastModified: string;
  readonly contentLength: number;
  readonly httpStatusCode: number;
  readonly xRobotsTag?: string;
}

/** A row of storage.objects as the API shows it. Rows written by hand may hold anything in `metadata`. */
export interface StoredObject {
  readonly name: string;
  readonly bucket_id: string;
  /** Empty where there is none. */
  readonly owner: string;
  readonly owner_id: string;
  /** Names the blob; empty where there is none. */
  readonly version: string;
  readonly id: string;
  readonly updated_at: string;
  readonly created_at: string;
  readonly last_accessed_at: string;
  readonly metadata: (Partial<ObjectMetadata> & JsonObject) | null;
  readonly user_metadata: JsonObject | null;
}

/** A time as JavaScript writes it: `2021-02-17T04:43:32.770Z`. */
export function isoTime(column: string): Sql {
  return raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
}

/** One JSON value of the row `alias` of storage.objects: a StoredObject, members in upstream's order. */
export function objectJson(alias: string): Sql {
  const { text: updated } = isoTime(`${alias}.updated_at`).render();
  const { text: created } = isoTime(`${alias}.created_at`).render();
  const { text: accessed } = isoTime(`${alias}.last_accessed_at`).render();
  return raw(`json_build_object(
    'name', ${alias}.name, 'bucket_id', ${alias}.bucket_id, 'owner', coalesce(${alias}.owner::text, ''),
    'owner_id', coalesce(${alias}.owner_id, ''), 'version', coalesce(${alias}.version, ''), 'id', ${alias}.id,
    'updated_at', ${updated}, 'created_at', ${created}, 'last_accessed_at', ${accessed},
    'metadata', ${alias}.metadata, 'user_metadata', ${alias}.user_metadata)`);
}

/** Owner columns of a user: `owner` takes uuids only, `owner_id` anything. */
export function ownerColumns(userId: string | undefined): {
  readonly owner: string | null;
  readonly ownerId: string | null;
} {
  const isUuid = userId !== undefined && uuidPattern.test(userId);
  return { owner: isUuid ? userId : null, ownerId: userId ?? null };
}

const uuidPattern = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
