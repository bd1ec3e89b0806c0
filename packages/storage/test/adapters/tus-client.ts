import { SignJWT } from 'jose';
import { type DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import type { StorageBackend } from './storage-backend.ts';

/** How an upload with the official client ended. */
export interface Outcome {
  readonly url: string | null;
  /** Status of the answer that ended it; undefined where it succeeded. */
  readonly status?: number | undefined;
  /** Body of that answer. */
  readonly message?: string | undefined;
}

export type Options = Omit<UploadOptions, 'onError' | 'onSuccess'>;

/** Uploads with tus-js-client as applications do, without retries unless asked for. */
export function tusUpload(
  { api, serviceRoleKey }: Pick<StorageBackend, 'api' | 'serviceRoleKey'>,
  content: Buffer,
  options: Options,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const upload = new Upload(content, {
      endpoint: `${api}/upload/resumable`,
      retryDelays: null,
      ...options,
      headers: { authorization: `Bearer ${serviceRoleKey}`, ...options.headers },
      onError: (error) => {
        const response = (error as DetailedError).originalResponse;
        resolve({
          url: upload.url,
          status: response?.getStatus() ?? 0,
          message: response?.getBody() ?? error.message,
        });
      },
      onSuccess: () => resolve({ url: upload.url }),
    });
    upload.start();
  });
}

/** Sends the first `chunks` chunks, then stops as a user who presses pause; gives the upload's URL. */
export function tusPaused(
  { api, serviceRoleKey }: Pick<StorageBackend, 'api' | 'serviceRoleKey'>,
  content: Buffer,
  chunks: number,
  options: Options,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let left = chunks;
    const upload = new Upload(content, {
      endpoint: `${api}/upload/resumable`,
      retryDelays: null,
      ...options,
      headers: { authorization: `Bearer ${serviceRoleKey}`, ...options.headers },
      onError: reject,
      onSuccess: () => reject(new Error('the upload came to its end before the pause')),
      onChunkComplete: () => {
        left -= 1;
        if (left === 0) upload.abort().then(() => resolve(upload.url ?? ''), reject);
      },
    });
    upload.start();
  });
}

/** An access token of a signed-in user. */
export function accessToken(backend: StorageBackend, sub: string): Promise<string> {
  return new SignJWT({ sub, role: 'authenticated', aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(backend.jwtSecret));
}

/** Headers of a creation by hand. */
export function creation(
  metadata: Readonly<Record<string, string>>,
  length: number | undefined,
): Record<string, string> {
  const pairs = Object.entries(metadata).map(
    ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
  );
  return {
    'tus-resumable': '1.0.0',
    ...(length === undefined
      ? { 'upload-defer-length': '1' }
      : { 'upload-length': String(length) }),
    'upload-metadata': pairs.join(','),
  };
}

/** Headers of a PATCH by hand. */
export function patch(offset: number): Record<string, string> {
  return {
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
  };
}
