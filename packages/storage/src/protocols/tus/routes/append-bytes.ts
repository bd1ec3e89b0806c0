import type { Readable } from 'node:stream';
import type { RouteRequest } from '@plinth/kernel';
import type { Access } from '../../../access/access.ts';
import { admitContent } from '../../../objects/write-object.ts';
import type { StorageService } from '../../../service.ts';
import { admit, checkOwner, checkSender } from '../admission.ts';
import { completeUpload, defaultType } from '../complete-upload.ts';
import { contentLengthOf } from '../content-length.ts';
import { tusError } from '../errors.ts';
import { receiveBytes } from '../receive-bytes.ts';
import { declareLength, findUpload, type Sender, type UploadRecord } from '../upload-records.ts';
import { uploadName } from '../upload-url.ts';
import { progressHeaders } from './replies.ts';
import type { TusStep } from './tus-route.ts';

/** PATCH: appends bytes; the last ones make the object. */
export const appendBytes: TusStep = {
  name: 'tus-append-bytes',
  method: 'PATCH',
  path: '/*',
  summary: 'Appends bytes to a resumable upload; the last ones make the object.',
  errors: ['AccessDenied', 'NoSuchBucket', 'InvalidMimeType', 'KeyAlreadyExists', 'IncompleteBody'],
  async handle(service, request, headers, door) {
    const { offset, length } = headers;
    const name = uploadName(request.params['*'] ?? '');
    if (offset === undefined) throw tusError('OffsetRequired');
    if (!headers.appends) throw tusError('ContentTypeRequired');
    const known = await findUpload(service, name);
    const admission = admit(service, request, door, 'patch', known);
    checkOwner(admission, known);
    const { access, sender } = admission;
    const limit = await admitContent(service, access, known, known.contentType ?? defaultType);
    // The object of a finished upload exists, so its policies would refuse another one.
    if (!known.completed) await checkSender(service, admission, known);
    const upload = await service.resumable.locks.alone(name.id, async (released) => {
      const found = await findUpload(service, name);
      if (found.offset !== offset) throw tusError('OffsetConflict');
      if (found.completed) return found;
      const sized = await withLength(service, found, length, limit);
      return append(service, request, { access, sender, limit, released }, sized);
    });
    return { status: 204, headers: progressHeaders(upload) };
  },
};

/** The upload with the length that a client announces now, having deferred it. */
async function withLength(
  service: StorageService,
  upload: UploadRecord,
  length: number | undefined,
  limit: number,
): Promise<UploadRecord> {
  if (length === undefined) return upload;
  if (upload.length !== undefined || length < upload.offset) throw tusError('LengthRequired');
  if (length > limit) throw tusError('LimitExceeded');
  return declareLength(service, upload, length);
}

interface Turn {
  readonly access: Access;
  readonly sender: Sender;
  readonly limit: number;
  readonly released: AbortSignal;
}

async function append(
  service: StorageService,
  request: RouteRequest,
  { access, sender, limit, released }: Turn,
  upload: UploadRecord,
): Promise<UploadRecord> {
  const { hashes } = service.resumable;
  const received = await receiveBytes(service, hashes, upload, {
    body: (request.body ?? undefined) as Readable | undefined,
    contentLength: contentLengthOf(request),
    limit,
    sender,
    released,
  });
  if (received.offset !== received.length) return received;
  return completeUpload(service, hashes, access, { ...received, ...sender });
}
