import { textOf } from '../../../serving/conditional.ts';
import { appendBytes } from './append-bytes.ts';
import { createUpload } from './create-upload.ts';
import { terminateUpload } from './terminate-upload.ts';
import type { TusStep } from './tus-route.ts';

/**
 * POST below the protocol's own path: a PATCH or DELETE where the client says so in X-HTTP-Method-Override, since some
 * networks let neither through; otherwise a creation, as upstream takes it.
 */
export const overridden: TusStep = {
  name: 'tus-overridden-method',
  method: 'POST',
  path: '/*',
  summary:
    'PATCH or DELETE of a resumable upload for networks that block them (X-HTTP-Method-Override).',
  errors: [],
  handle(service, request, headers, door) {
    const method = textOf(request.headers['x-http-method-override'])?.toUpperCase();
    const step = [appendBytes, terminateUpload].find((each) => each.method === method);
    return (step ?? createUpload).handle(service, request, headers, door);
  },
};
