import { callerFromClaims, type Route } from '@plinth/kernel';
import { accessOf } from '../../access/access.ts';
import { operations } from '../../access/operations.ts';
import { storageError } from '../../errors.ts';
import { uploadContent } from '../../input/upload-content.ts';
import { writeObject } from '../../objects/write-object.ts';
import type { StorageService } from '../../service.ts';
import { objectPath, queryText } from '../object-path.ts';
import { uploadRoute } from '../upload-route.ts';

/** What the signer was allowed to, the bearer may: policies were asked when the URL was made. */
const bearer = callerFromClaims('secret', {}, 'service_role');

/** PUT /object/upload/sign/:bucket/*?token=. */
export const uploadSigned: Route<StorageService> = uploadRoute({
  id: 'storage.upload-signed',
  method: 'PUT',
  path: '/object/upload/sign/:bucket/*',
  summary: 'Uploads the object of a signed upload URL; it belongs to who signed.',
  access: 'open',
  errors: [
    'InvalidJWT',
    'InvalidSignature',
    'KeyAlreadyExists',
    'EntityTooLarge',
    'InvalidMimeType',
  ],
  async handler(service, request) {
    const { bucket, key } = objectPath(request);
    const token = queryText(request, 'token');
    if (token === undefined) {
      throw storageError('InvalidRequest', {
        message: "querystring must have required property 'token'",
        details: { part: 'querystring' },
      });
    }
    const claims = service.tokens.verify(token, `${bucket}/${key}`, 'upload');
    const access = accessOf(request, operations.uploadSigned, bearer);
    const target = { bucket, key, upsert: claims.upsert === true, owner: claims.owner };
    const content = await uploadContent(request, service.limits.idle);
    await writeObject(service, access, target, content);
    return { status: 200, body: { Key: `${bucket}/${key}` } };
  },
});
