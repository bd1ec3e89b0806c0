import type { Route } from '@plinth/kernel';
import { storageRoute } from '../../../routes/storage-route.ts';
import type { StorageService } from '../../../service.ts';
import { tusVersion } from '../protocol-headers.ts';

/** What of the protocol's extensions is spoken. */
const extensions = 'creation,creation-with-upload,creation-defer-length,termination,expiration';

/** OPTIONS of every path of the protocol. The preflight of a browser is answered by the gateway. */
export const describeProtocol: readonly Route<StorageService>[] = [
  '/upload/resumable',
  '/upload/resumable/*',
].map((path) =>
  storageRoute({
    id: path.endsWith('*') ? 'storage.tus-describe-upload' : 'storage.tus-describe',
    method: 'OPTIONS',
    path,
    summary:
      'Which version and extensions of the resumable protocol are spoken, and the largest file.',
    access: 'open',
    handler: (service) => ({
      status: 204,
      headers: {
        'tus-resumable': tusVersion,
        'tus-version': tusVersion,
        'tus-extension': extensions,
        'tus-max-size': String(service.limits.fileSize),
      },
    }),
  }),
);
