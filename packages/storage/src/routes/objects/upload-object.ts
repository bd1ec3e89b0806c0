import type { Route, RouteReply, RouteRequest } from '@plinth/kernel';
import { accessOf } from '../../access/access.ts';
import { type Operation, operations } from '../../access/operations.ts';
import { checkBucket, checkKey } from '../../input/names.ts';
import { uploadContent } from '../../input/upload-content.ts';
import { writeObject } from '../../objects/write-object.ts';
import type { StorageService } from '../../service.ts';
import { objectPath } from '../object-path.ts';
import { uploadRoute } from '../upload-route.ts';

const errors = [
  'AccessDenied',
  'NoSuchBucket',
  'InvalidKey',
  'KeyAlreadyExists',
  'EntityTooLarge',
  'InvalidMimeType',
  'InvalidXRobotsTag',
  'NoContentProvided',
  'IncompleteBody',
] as const;

/** POST /object/:bucket/*. */
export const uploadObject: Route<StorageService> = uploadRoute({
  id: 'storage.upload-object',
  method: 'POST',
  path: '/object/:bucket/*',
  summary: 'Uploads an object: a form or the bare bytes; x-upsert: true replaces one of that name.',
  access: 'key',
  errors,
  handler: (service, request) =>
    upload(service, request, operations.upload, request.headers['x-upsert'] === 'true'),
});

/** PUT /object/:bucket/*. */
export const updateObject: Route<StorageService> = uploadRoute({
  id: 'storage.update-object',
  method: 'PUT',
  path: '/object/:bucket/*',
  summary: 'Uploads an object, or replaces the one of that name.',
  access: 'key',
  errors,
  handler: (service, request) => upload(service, request, operations.update, true),
});

async function upload(
  service: StorageService,
  request: RouteRequest,
  operation: Operation,
  upsert: boolean,
): Promise<RouteReply> {
  const { bucket, key } = objectPath(request);
  const target = {
    bucket: checkBucket(bucket),
    key: checkKey(key),
    upsert,
    owner: request.caller.userId,
  };
  const content = await uploadContent(request, service.limits.idle);
  const object = await writeObject(service, accessOf(request, operation), target, content);
  return { status: 200, body: { Id: object.id, Key: `${bucket}/${key}` } };
}
