import { asService } from '../../../access/access.ts';
import { admit } from '../admission.ts';
import { completeUpload } from '../complete-upload.ts';
import { findUpload } from '../upload-records.ts';
import { uploadName } from '../upload-url.ts';
import { progressHeaders } from './replies.ts';
import type { TusStep } from './tus-route.ts';

/**
 * HEAD: where an upload stands. It waits for a request that still writes, and finishes what a crash left between the
 * last byte and the object: a client that is told of all bytes takes its file for stored.
 */
export const showProgress: TusStep = {
  name: 'tus-show-progress',
  method: 'HEAD',
  path: '/*',
  summary: 'How many bytes of a resumable upload are stored.',
  errors: ['AccessDenied'],
  async handle(service, request, _headers, door) {
    const name = uploadName(request.params['*'] ?? '');
    const known = await findUpload(service, name);
    const { access } = admit(service, request, door, 'head', known);
    const { locks, hashes } = service.resumable;
    const upload = await locks.alone(name.id, async () => {
      const found = await findUpload(service, name);
      if (found.completed || found.offset !== found.length) return found;
      return completeUpload(service, hashes, asService(access), found);
    });
    const { length, metadata } = upload;
    return {
      status: 200,
      headers: {
        'cache-control': 'no-store',
        ...(length === undefined
          ? { 'upload-defer-length': '1' }
          : { 'upload-length': String(length) }),
        'upload-metadata': metadata,
        ...progressHeaders(upload),
      },
    };
  },
};
