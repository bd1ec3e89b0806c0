import type { Upload as TusUpload } from 'tus-js-client';
import { UnreachableError } from '../../../api/errors.ts';
import { type ProjectStorageApi, uploadFailure } from '../../../api/project-storage.ts';
import type { Send, Sending, Upload } from './upload-queue.ts';

/** Larger files go piece by piece, so that they can be resumed; in bytes. */
const resumableFrom = 6_000_000;
/** Size of a piece, in bytes: what is lost at most when the connection is. */
const pieceSize = 6 * 1024 * 1024;

type Progress = (sent: number) => void;

/** Sends a file by the protocol that fits its size. */
export const sendFile =
  (storage: ProjectStorageApi): Send =>
  (upload, onProgress) =>
    upload.file.size > resumableFrom
      ? sendInPieces(storage, upload, onProgress)
      : sendAtOnce(storage, upload, onProgress);

/** One request; it starts over where it was stopped. */
function sendAtOnce(storage: ProjectStorageApi, upload: Upload, onProgress: Progress): Sending {
  const request = new XMLHttpRequest();
  const url = storage.uploadUrl(upload.bucket, upload.key);
  let stopped = false;
  const done = (async () => {
    const credentials = await storage.credentials();
    if (stopped) return new Promise<void>(() => {});
    return new Promise<void>((resolve, reject) => {
      request.open('POST', url);
      for (const [name, value] of Object.entries(credentials))
        request.setRequestHeader(name, value);
      request.setRequestHeader('content-type', upload.type);
      request.setRequestHeader('cache-control', 'max-age=3600');
      request.setRequestHeader('x-upsert', String(upload.replace));
      request.upload.onprogress = ({ loaded }) => onProgress(loaded);
      request.onerror = () => reject(new UnreachableError(new URL(url).origin, null));
      request.onload = () => {
        if (request.status < 300) resolve();
        else reject(uploadFailure(request.status, request.responseText));
      };
      request.send(upload.file);
    });
  })();
  return {
    done,
    stop() {
      stopped = true;
      request.abort();
    },
  };
}

/** The resumable protocol (TUS): pieces that the server keeps, also when this page is closed. */
function sendInPieces(storage: ProjectStorageApi, upload: Upload, onProgress: Progress): Sending {
  let running: TusUpload | undefined;
  let stopped: { readonly forget: boolean } | undefined;
  const done = (async () => {
    const tus = await import('tus-js-client');
    return new Promise<void>((resolve, reject) => {
      running = new tus.Upload(upload.file, {
        endpoint: storage.resumableUrl,
        chunkSize: pieceSize,
        retryDelays: [0, 1000, 3000, 5000],
        headers: { 'x-upsert': String(upload.replace) },
        metadata: {
          bucketName: upload.bucket,
          objectName: upload.key,
          contentType: upload.type,
          cacheControl: '3600',
        },
        removeFingerprintOnSuccess: true,
        fingerprint: async () => fingerprintOf(storage, upload),
        onBeforeRequest: async (request) => {
          // Asked for each piece: a long upload outlives a token.
          for (const [name, value] of Object.entries(await storage.credentials()))
            request.setHeader(name, value);
        },
        onProgress: (sent) => onProgress(sent),
        onSuccess: () => resolve(),
        onError: (error) => reject(failureOf(storage, error)),
      });
      void begin(running, () => stopped);
    });
  })();
  return {
    done,
    stop(forget) {
      stopped = { forget };
      // Where the upload is not known to the server any more there is nothing left to end.
      void running?.abort(forget).catch(() => {});
    },
  };
}

/** Goes on where an earlier visit or a pause has left off. */
async function begin(upload: TusUpload, stopped: () => unknown): Promise<void> {
  const [earlier] = await upload.findPreviousUploads();
  if (stopped() !== undefined) return;
  if (earlier !== undefined) upload.resumeFromPreviousUpload(earlier);
  upload.start();
}

const fingerprintOf = (storage: ProjectStorageApi, { bucket, key, file }: Upload): string =>
  ['plinth', storage.resumableUrl, bucket, key, file.size, file.lastModified].join(' ');

function failureOf(storage: ProjectStorageApi, error: Error): Error {
  const response = (error as Partial<import('tus-js-client').DetailedError>).originalResponse;
  if (response === undefined || response === null)
    return new UnreachableError(new URL(storage.resumableUrl).origin, error);
  return uploadFailure(response.getStatus(), response.getBody());
}
