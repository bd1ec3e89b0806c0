import type { HttpMethod } from '@plinth/kernel';
import { type Route, route } from '@plinth/kernel';
import type { StorageService } from '../../service.ts';
import { handleRequest } from './handle-request.ts';

const methods: readonly HttpMethod[] = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'];

/**
 * The S3 protocol: which operation a request asks for, its parameters and headers decide (`commands/`), and who asks, its
 * signature, so that the gateway looks at neither.
 */
export const s3Routes: readonly Route<StorageService>[] = [
  route<StorageService>()({
    id: 'storage.s3-service',
    method: methods,
    path: '/s3',
    summary: 'The S3 protocol: the service as a whole (ListBuckets).',
    access: 'open',
    body: 'stream',
    handler: handleRequest,
  }),
  route<StorageService>()({
    id: 'storage.s3-resource',
    method: methods,
    path: '/s3/*',
    summary: 'The S3 protocol: buckets and objects, path style.',
    access: 'open',
    body: 'stream',
    handler: handleRequest,
  }),
];
