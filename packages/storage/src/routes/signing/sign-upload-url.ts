import type { Route } from '@plinth/kernel';
import { accessOf } from '../../access/access.ts';
import { operations } from '../../access/operations.ts';
import { metadataOfHeader } from '../../input/user-metadata.ts';
import type { StorageService } from '../../service.ts';
import { textOf } from '../../serving/conditional.ts';
import { signUploadUrl as sign } from '../../signing/sign-urls.ts';
import { objectPath } from '../object-path.ts';
import { storageRoute } from '../storage-route.ts';

/** POST /object/upload/sign/:bucket/*. */
export const signUploadUrl: Route<StorageService> = storageRoute({
  id: 'storage.sign-upload-url',
  method: 'POST',
  path: '/object/upload/sign/:bucket/*',
  summary: 'A URL by which whoever has it uploads this object, for two hours.',
  access: 'key',
  errors: ['AccessDenied', 'InvalidKey', 'KeyAlreadyExists', 'RelatedResourceNotFound'],
  async handler(service, request) {
    const { bucket, key } = objectPath(request);
    const { headers, caller } = request;
    const target = { bucket, key, upsert: headers['x-upsert'] === 'true', owner: caller.userId };
    const length = Number(textOf(headers['content-length']) ?? Number.NaN);
    const signed = await sign(service, accessOf(request, operations.signUpload), target, {
      mimetype: textOf(headers['content-type']),
      contentLength: Number.isSafeInteger(length) ? length : undefined,
      userMetadata: metadataOfHeader(headers['x-metadata']),
    });
    return { status: 200, body: signed };
  },
});
