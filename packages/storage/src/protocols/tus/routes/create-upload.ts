import type { Readable } from 'node:stream';
import { admitContent } from '../../../objects/write-object.ts';
import { admit, checkSender } from '../admission.ts';
import { completeUpload, defaultType } from '../complete-upload.ts';
import { contentLengthOf } from '../content-length.ts';
import { tusError } from '../errors.ts';
import { receiveBytes } from '../receive-bytes.ts';
import { uploadMetadata } from '../upload-metadata.ts';
import { insertUpload, type UploadRecord } from '../upload-records.ts';
import { uploadUrl } from '../upload-url.ts';
import { expiryHeaders } from './replies.ts';
import type { TusStep } from './tus-route.ts';

/** POST: begins an upload, and takes its first bytes where the request brings some. */
export const createUpload: TusStep = {
  name: 'tus-create-upload',
  method: 'POST',
  path: '',
  summary: 'Begins a resumable upload; Location says where its bytes go.',
  errors: ['AccessDenied', 'NoSuchBucket', 'InvalidKey', 'InvalidMimeType', 'KeyAlreadyExists'],
  async handle(service, request, headers, door) {
    const { length } = headers;
    if ((length === undefined) !== headers.defersLength) throw tusError('LengthRequired');
    const named = uploadMetadata(headers.metadata);
    const admission = admit(service, request, door, 'create', named);
    const { access, sender } = admission;
    const limit = await admitContent(service, access, named, named.contentType ?? defaultType);
    if ((length ?? 0) > limit) throw tusError('LimitExceeded');
    await checkSender(service, admission, { ...named, length });
    const created: UploadRecord = {
      ...named,
      ...sender,
      id: service.random.uuid(),
      length,
      offset: 0,
      metadata: headers.metadata ?? '',
      expiresAt: service.clock.now() + service.limits.uploadLife,
      completed: false,
    };
    await insertUpload(service, created);
    const { hashes, locks } = service.resumable;
    const upload = await locks.alone(created.id, async (released) => {
      const received = headers.appends
        ? await receiveBytes(service, hashes, created, {
            body: (request.body ?? undefined) as Readable | undefined,
            contentLength: contentLengthOf(request),
            limit,
            sender,
            released,
          })
        : created;
      if (received.offset !== received.length) return received;
      return completeUpload(service, hashes, access, received);
    });
    return {
      status: 201,
      headers: {
        location: uploadUrl(service, request, door.path, upload),
        ...(headers.appends && { 'upload-offset': String(upload.offset) }),
        ...expiryHeaders(upload),
      },
    };
  },
};
