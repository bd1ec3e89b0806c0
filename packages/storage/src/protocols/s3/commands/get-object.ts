import type { RouteReply } from '@plinth/kernel';
import { operations } from '../../../access/operations.ts';
import type { ByteRange } from '../../../backends/blob-store.ts';
import { parseRange } from '../../../input/range.ts';
import { openObject, sizeOf } from '../../../objects/read-object.ts';
import type { StoredObject } from '../../../objects/stored-object.ts';
import { etagOf, lastModifiedOf } from '../../../serving/object-headers.ts';
import type { S3Call, S3Command } from '../command.ts';
import { checkRead } from '../conditions.ts';
import { s3Error } from '../errors.ts';
import { findExisting } from '../find-existing.ts';
import { headersOf } from '../object-headers.ts';
import { header, parameter } from '../s3-request.ts';

export const getObject: S3Command = {
  operation: operations.s3GetObject,
  method: 'GET',
  target: 'object',
  async run(call) {
    const { storage, s3 } = call;
    let first: StoredObject | undefined = await findExisting(call);
    const early = decideEarly(call, first);
    if (early !== undefined) return early;
    const find = (): Promise<StoredObject> => {
      const given = first;
      first = undefined;
      return given === undefined ? findExisting(call) : Promise.resolve(given);
    };
    const { object, blob, range } = await openObject(storage, find, (_, size) =>
      rangeOf(call, size),
    );
    return {
      status: range === undefined ? 200 : 206,
      headers: { ...headersOf(object, s3), ...lengthHeaders(range, blob.size) },
      body: blob.body,
    };
  },
};

export const headObject: S3Command = {
  operation: operations.s3HeadObject,
  method: 'HEAD',
  target: 'object',
  async run(call) {
    const object = await findExisting(call);
    const early = decideEarly(call, object);
    if (early !== undefined) return early;
    const size = sizeOf(object);
    const range = rangeOf(call, size);
    return {
      status: range === undefined ? 200 : 206,
      headers: { ...headersOf(object, call.s3), ...lengthHeaders(range, size) },
    };
  },
};

/** The answer where the request's conditions decide it: 304 or a `PreconditionFailed`. */
function decideEarly({ s3 }: S3Call, object: StoredObject): RouteReply | undefined {
  const part = parameter(s3, 'partNumber');
  if (part !== undefined && part !== '1') {
    throw s3Error('NotImplemented', { message: 'Objects are read as a whole or by Range.' });
  }
  const validators = { etag: etagOf(object), lastModified: lastModifiedOf(object) };
  const outcome = checkRead(s3.request.headers, validators);
  if (outcome === 'failed') throw s3Error('PreconditionFailed');
  return outcome === 'holds' ? undefined : { status: 304, headers: headersOf(object, s3) };
}

function rangeOf({ s3 }: S3Call, size: number): ByteRange | undefined {
  const asked = header(s3, 'range');
  return asked === undefined ? undefined : parseRange(asked, size);
}

function lengthHeaders(range: ByteRange | undefined, size: number): Record<string, string> {
  if (range === undefined) return { 'content-length': String(size) };
  const end = Math.min(range.end, size - 1);
  return {
    'content-length': String(end - range.start + 1),
    'content-range': `bytes ${range.start}-${end}/${size}`,
  };
}
