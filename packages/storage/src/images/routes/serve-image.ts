import { AppError, type RouteReply, type RouteRequest } from '@plinth/kernel';
import { sql } from '@plinth/postgres';
import { storageError } from '../../errors.ts';
import type { StoredObject } from '../../objects/stored-object.ts';
import type { StorageService } from '../../service.ts';
import { isNotModified, textOf } from '../../serving/conditional.ts';
import { contentTypeHeaders } from '../../serving/content-type.ts';
import { disposition } from '../../serving/disposition.ts';
import {
  cacheHeaders,
  etagOf,
  lastModifiedOf,
  objectHeaders,
} from '../../serving/object-headers.ts';
import { serveObject } from '../../serving/serve-object.ts';
import type { CachedImage } from '../cache/image-cache.ts';
import { contentTypeOf } from '../image-type.ts';
import { type Accepted, acceptedFormats } from '../output-format.ts';
import { refuse } from '../refusals.ts';
import { renderImage } from '../render-image.ts';
import { type Transformation, transformationText } from '../transformation.ts';

/** What is asked for, and `Expires` of a signed link as an HTTP date. */
export interface ImageServing {
  readonly transformation: Transformation;
  readonly expires?: string;
}

/** Answers with a transformed image. `find` gives the row of its object. Throws AppError. */
export async function serveImage(
  service: StorageService,
  request: RouteRequest,
  find: () => Promise<StoredObject>,
  { transformation, expires }: ImageServing,
): Promise<RouteReply> {
  if (!service.limits.images) {
    throw storageError('NotFound', {
      message: `Route ${request.method}:${request.path} not found`,
    });
  }
  const object = await find();
  if (isDrawing(object))
    return serveDrawing(service, request, object, {
      transformation,
      ...(expires !== undefined && { expires }),
    });
  const shown = (found: StoredObject): Record<string, string> => {
    const { 'accept-ranges': _, ...headers } = objectHeaders(found);
    const made = transformationText(transformation, 'header');
    return {
      ...headers,
      ...cacheHeaders(found, request.headers, expires),
      ...disposition(textOf(request.query.download)),
      ...(made !== '' && { 'x-transformations': made }),
      ...(transformation.format === undefined && { vary: 'Accept' }),
    };
  };
  if (isNotModified(request.headers, etagOf(object), lastModifiedOf(object))) {
    return { status: 304, headers: shown(object) };
  }
  const accepted = await acceptedOf(service, request, object);
  const render = (row: StoredObject): Promise<CachedImage> =>
    renderImage(service, service.images, {
      object: row,
      transformation,
      accepted,
      signal: request.signal,
    });
  const [row, image] = await withCurrent(object, find, render);
  return {
    status: 200,
    headers: {
      ...shown(row),
      ...contentTypeHeaders(contentTypeOf(image.format)),
      'content-length': String(image.size),
    },
    body: image.body,
  };
}

/** Where the object was overwritten while its image waited for its turn, the new one is shown. */
async function withCurrent<T>(
  object: StoredObject,
  find: () => Promise<StoredObject>,
  work: (row: StoredObject) => Promise<T>,
): Promise<readonly [StoredObject, T]> {
  try {
    return [object, await work(object)];
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'NoSuchKey')) throw error;
    const again = await find();
    if (again.version === object.version) throw error;
    return [again, await work(again)];
  }
}

/** AVIF takes long to make, so it is chosen by itself only in buckets that say so. */
async function acceptedOf(
  { database }: StorageService,
  { headers }: RouteRequest,
  { bucket_id }: StoredObject,
): Promise<Accepted> {
  const accepted = acceptedFormats(textOf(headers.accept));
  if (!accepted.avif) return accepted;
  const [bucket] = await database.query<{ avif: boolean | null }>(
    sql`select avif_autodetection as avif from storage.buckets where id = ${bucket_id}`,
  );
  return { ...accepted, avif: bucket?.avif === true };
}

/** SVG is a program as much as a picture: it is never drawn here. */
function isDrawing({ metadata }: StoredObject): boolean {
  return /^image\/svg/i.test(String(metadata?.mimetype ?? ''));
}

/** A drawing has any size already: browsers get it as it is, in a sandbox. */
function serveDrawing(
  service: StorageService,
  request: RouteRequest,
  object: StoredObject,
  { transformation: { format }, expires }: ImageServing,
): Promise<RouteReply> {
  if (format === 'webp' || format === 'avif') throw refuse('unsupported');
  return serveObject(service, request, () => Promise.resolve(object), {
    ...(expires !== undefined && { expires }),
  });
}
