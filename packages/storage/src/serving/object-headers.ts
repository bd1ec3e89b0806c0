import type { RouteRequest } from '@plinth/kernel';
import { isRobotsTag } from '../input/robots-tag.ts';
import type { StoredObject } from '../objects/stored-object.ts';
import { textOf } from './conditional.ts';
import { contentTypeHeaders } from './content-type.ts';
import { headerText } from './header-text.ts';

type Headers = Record<string, string>;

/** ETag of an object with its quotes, where its row has one. */
export function etagOf({ metadata }: StoredObject): string | undefined {
  return headerText(metadata?.eTag);
}

/** When the object was written, in milliseconds since 1970. */
export function lastModifiedOf({ metadata, updated_at }: StoredObject): number | undefined {
  const time = Date.parse(String(metadata?.lastModified ?? updated_at));
  return Number.isNaN(time) ? undefined : time;
}

/** Headers that describe an object, without those of its length. */
export function objectHeaders(object: StoredObject): Headers {
  const { metadata } = object;
  const etag = etagOf(object);
  const modified = lastModifiedOf(object);
  const robots = headerText(metadata?.xRobotsTag);
  return {
    'accept-ranges': 'bytes',
    ...contentTypeHeaders(headerText(metadata?.mimetype)),
    ...(etag !== undefined && { etag }),
    ...(modified !== undefined && { 'last-modified': new Date(modified).toUTCString() }),
    'x-robots-tag': robots !== undefined && isRobotsTag(robots) ? robots : 'none',
  };
}

/** How long the answer may be kept. Signed ones say `expires` instead: they are for as long as their link. */
export function cacheHeaders(
  object: StoredObject,
  headers: RouteRequest['headers'],
  expires: string | undefined,
): Headers {
  if (expires !== undefined) return { expires };
  const stored = headerText(object.metadata?.cacheControl);
  const asked = textOf(headers['if-none-match']);
  const parts = [
    ...(stored === undefined ? [] : [stored]),
    ...(asked !== undefined && asked !== etagOf(object) ? ['stale-while-revalidate=30'] : []),
  ];
  return parts.length === 0 ? {} : { 'cache-control': parts.join(', ') };
}
