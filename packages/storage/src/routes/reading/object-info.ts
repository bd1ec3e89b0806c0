import type { RouteReply } from '@plinth/kernel';
import { sizeOf } from '../../objects/read-object.ts';
import type { StoredObject } from '../../objects/stored-object.ts';
import { headerText } from '../../serving/header-text.ts';
import { etagOf, lastModifiedOf } from '../../serving/object-headers.ts';

/** What the info routes say of an object. */
export function objectInfo(object: StoredObject): RouteReply {
  const { id, name, version, bucket_id, metadata, user_metadata, updated_at, created_at } = object;
  const etag = etagOf(object);
  const modified = lastModifiedOf(object);
  const cacheControl = headerText(metadata?.cacheControl);
  return {
    status: 200,
    headers: {
      'x-content-type-options': 'nosniff',
      ...(etag !== undefined && { etag }),
      ...(modified !== undefined && { 'last-modified': new Date(modified).toUTCString() }),
      ...(cacheControl !== undefined && { 'cache-control': cacheControl }),
    },
    body: {
      id,
      name,
      version,
      bucket_id,
      size: metadata === null ? null : sizeOf(object),
      content_type: metadata?.mimetype ?? null,
      cache_control: metadata?.cacheControl ?? null,
      etag: metadata?.eTag ?? null,
      metadata: user_metadata,
      last_modified: updated_at,
      created_at,
    },
  };
}
