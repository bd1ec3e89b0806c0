import type { RouteRequest } from '@plinth/kernel';
import type { StorageCore } from '../../core.ts';
import { textOf } from '../../serving/conditional.ts';
import { tusError } from './errors.ts';

/** Which upload a URL names. */
export interface UploadName {
  readonly bucket: string;
  readonly key: string;
  /** UUID of the upload: the version that its object will have. */
  readonly id: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Where the requests of a project's Storage API begin. */
const mount = '/storage/v1';

/**
 * URL of an upload, below the URL that it was created at. It begins with the base URL that the client used; where this
 * server does not know itself by that name, it is the path alone, which clients resolve against their own URL.
 */
export function uploadUrl(
  { externalUrl }: StorageCore,
  request: RouteRequest,
  path: string,
  upload: UploadName,
): string {
  const { bucket, key, id } = upload;
  const name = Buffer.from(`${bucket}/${key}/${id}`).toString('base64url');
  const base = new URL(request.baseUrl);
  const { headers } = request;
  const isNamed =
    externalUrl !== undefined ||
    [headers.host, headers['x-forwarded-host']].some(
      (host) => textOf(host)?.toLowerCase() === base.host,
    );
  const { origin, pathname } = base;
  const prefix = pathname.replace(/\/+$/, '');
  return `${isNamed ? origin : ''}${prefix}${mount}${path}/${name}`;
}

/** Reads the last part of an upload's URL. Throws `UploadNotFound`. */
export function uploadName(text: string): UploadName {
  const parts = Buffer.from(text, 'base64url').toString('utf8').split('/');
  const [bucket = ''] = parts;
  const id = parts.at(-1) ?? '';
  const key = parts.slice(1, -1).join('/');
  if (key === '' || !uuid.test(id)) throw tusError('UploadNotFound');
  return { bucket, key, id };
}
