import { supabase } from '../../lib/supabase';

type Sending = {
  path: string;
  file: Blob;
  /** From 0 to 1. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
};

/**
 * Uploads to the bucket `attachments`. The bytes go to a signed URL by XMLHttpRequest, which tells how
 * many have been sent; fetch, which the client library uses, does not.
 */
export async function sendFile({ path, file, onProgress, signal }: Sending): Promise<void> {
  const { data, error } = await supabase.storage.from('attachments').createSignedUploadUrl(path);
  if (error) throw error;
  signal.throwIfAborted();
  await put(data.signedUrl, file, onProgress, signal);
}

function put(url: string, file: Blob, onProgress: Sending['onProgress'], signal: AbortSignal) {
  const body = new FormData();
  // A file keeps its bytes for as long as it has its path.
  body.append('cacheControl', '31536000');
  body.append('', file);
  return new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onload = () => {
      if (request.status < 300) resolve();
      else reject(problemOf(request));
    };
    request.onerror = () => reject(new Error('Failed to fetch'));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}

/** The Storage API tells what is wrong as JSON; a proxy in between may not. */
function problemOf({ status, responseText }: XMLHttpRequest): unknown {
  try {
    return JSON.parse(responseText);
  } catch {
    return { statusCode: String(status), message: 'The server refused the file' };
  }
}
