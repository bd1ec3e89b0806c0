import type { UploadRecord } from '../upload-records.ts';

type Headers = Record<string, string>;

/** Where an upload stands, and until when it can be resumed. */
export function progressHeaders(upload: UploadRecord): Headers {
  return { 'upload-offset': String(upload.offset), ...expiryHeaders(upload) };
}

/** Until when an unfinished upload is kept; `Tus-Complete` where it is finished. */
export function expiryHeaders({ completed, expiresAt }: UploadRecord): Headers {
  if (completed) return { 'tus-complete': '1' };
  return { 'upload-expires': new Date(expiresAt).toUTCString() };
}
