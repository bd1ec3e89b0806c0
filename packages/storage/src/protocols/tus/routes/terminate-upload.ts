import { admit, checkOwner, checkSender } from '../admission.ts';
import { forgetUpload } from '../complete-upload.ts';
import { tusError } from '../errors.ts';
import { findUpload } from '../upload-records.ts';
import { uploadName } from '../upload-url.ts';
import type { TusStep } from './tus-route.ts';

/** DELETE: ends an upload that is not finished, and frees its space. */
export const terminateUpload: TusStep = {
  name: 'tus-terminate-upload',
  method: 'DELETE',
  path: '/*',
  summary: 'Ends a resumable upload that is not finished.',
  errors: ['AccessDenied'],
  async handle(service, request, _headers, door) {
    const name = uploadName(request.params['*'] ?? '');
    const known = await findUpload(service, name);
    const admission = admit(service, request, door, 'delete', known);
    checkOwner(admission, known);
    if (known.completed) throw tusError('UploadCompleted');
    await checkSender(service, admission, known);
    const { locks, hashes } = service.resumable;
    await locks.alone(name.id, async () => {
      const { completed } = await findUpload(service, name);
      if (completed) throw tusError('UploadCompleted');
      hashes.forget(name.id);
      await forgetUpload(service, name.id);
    });
    return { status: 204 };
  },
};
