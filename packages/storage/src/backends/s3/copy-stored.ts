import { copySource, MultipartWrite } from './multipart-write.ts';
import type { S3Client } from './s3-client.ts';
import { isMissing } from './s3-failure.ts';

/** Largest object that is copied in one request, in bytes: what S3 allows, 5 GiB. */
const largestCopy = 5_368_709_120;

/** Copies one object of the bucket to another; the store moves the bytes itself. False where there is no source. */
export async function copyStored(client: S3Client, from: string, to: string): Promise<boolean> {
  try {
    const headers = await client.run({ method: 'HEAD', key: from });
    const size = Number(headers['content-length']);
    if (size <= largestCopy) {
      const source = { 'x-amz-copy-source': copySource(client.bucket, from) };
      await client.document({ method: 'PUT', key: to, headers: source });
    } else {
      await copyInParts(client, from, to, size);
    }
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function copyInParts(
  client: S3Client,
  from: string,
  to: string,
  size: number,
): Promise<void> {
  const write = await MultipartWrite.begin(client, to);
  try {
    for (let start = 0; start < size; start += largestCopy) {
      await write.addCopy(from, { start, end: Math.min(start + largestCopy, size) - 1 });
    }
    await write.complete(size);
  } catch (error) {
    await write.abort();
    throw error;
  }
}
