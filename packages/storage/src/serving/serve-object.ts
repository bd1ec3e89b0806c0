import type { RouteReply, RouteRequest } from '@plinth/kernel';
import type { StorageCore } from '../core.ts';
import { parseRange } from '../input/range.ts';
import { openObject, sizeOf } from '../objects/read-object.ts';
import type { StoredObject } from '../objects/stored-object.ts';
import { isNotModified, rangeApplies, textOf } from './conditional.ts';
import { disposition } from './disposition.ts';
import { cacheHeaders, etagOf, lastModifiedOf, objectHeaders } from './object-headers.ts';

/** How an object is answered besides what the request says. */
export interface Serving {
  /** `Expires` of a signed link, as an HTTP date. */
  readonly expires?: string;
}

/** Answers a GET or HEAD with an object: whole, a range of it, or 304. `find` gives its row. Throws AppError. */
export async function serveObject(
  core: StorageCore,
  request: RouteRequest,
  find: () => Promise<StoredObject>,
  { expires }: Serving = {},
): Promise<RouteReply> {
  const { headers } = request;
  const first = await find();
  const shown = (object: StoredObject): Record<string, string> => ({
    ...objectHeaders(object),
    ...cacheHeaders(object, headers, expires),
    ...disposition(request.query.download),
  });
  if (isNotModified(headers, etagOf(first), lastModifiedOf(first))) {
    return { status: 304, headers: shown(first) };
  }
  if (request.method === 'HEAD') {
    return { status: 200, headers: { ...shown(first), 'content-length': String(sizeOf(first)) } };
  }
  const range = textOf(headers.range);
  let row: StoredObject | undefined = first;
  const next = (): Promise<StoredObject> => {
    const given = row;
    row = undefined;
    return given === undefined ? find() : Promise.resolve(given);
  };
  const opened = await openObject(core, next, (object, size) =>
    range !== undefined && rangeApplies(headers, etagOf(object), lastModifiedOf(object))
      ? parseRange(range, size)
      : undefined,
  );
  return {
    status: opened.range === undefined ? 200 : 206,
    headers: { ...shown(opened.object), ...lengthHeaders(opened.range, opened.blob.size) },
    body: opened.blob.body,
  };
}

function lengthHeaders(
  range: { readonly start: number; readonly end: number } | undefined,
  size: number,
): Record<string, string> {
  if (range === undefined) return { 'content-length': String(size) };
  const end = Math.min(range.end, size - 1);
  return {
    'content-length': String(end - range.start + 1),
    'content-range': `bytes ${range.start}-${end}/${size}`,
  };
}
