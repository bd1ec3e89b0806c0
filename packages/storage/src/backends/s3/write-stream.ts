import { createHash } from 'node:crypto';
import type { BlobFacts, ByteSource } from '../blob-store.ts';
import { MultipartWrite } from './multipart-write.ts';
import type { S3Client } from './s3-client.ts';

/** Smallest part that object stores take, in bytes: 5 MiB. */
export const smallestPart = 5_242_880;

/** After so many parts they become twice as large: ten thousand of them then hold five terabytes. */
const partsOfASize = 1_000;

/**
 * Writes an object of unknown length. One part is filled while others are sent, so memory is bounded. Small ones go in
 * one request. The object appears whole at the end; where `source` throws it does not appear.
 */
export async function writeStream(
  client: S3Client,
  key: string,
  source: ByteSource,
): Promise<BlobFacts> {
  const hash = createHash('md5');
  let multipart: MultipartWrite | undefined;
  let part: Uint8Array[] = [];
  let filled = 0;
  let size = 0;
  try {
    for await (const chunk of source) {
      hash.update(chunk);
      size += chunk.byteLength;
      filled += chunk.byteLength;
      part.push(chunk);
      if (filled < partSize(multipart?.parts ?? 0)) continue;
      multipart ??= await MultipartWrite.begin(client, key);
      await multipart.add(part);
      part = [];
      filled = 0;
    }
    if (multipart === undefined) {
      await client.run({ method: 'PUT', key, body: part });
    } else {
      if (filled > 0) await multipart.add(part);
      await multipart.complete(size);
    }
    return { size, etag: hash.digest('hex') };
  } catch (error) {
    await multipart?.abort();
    throw error;
  }
}

function partSize(parts: number): number {
  return smallestPart * 2 ** Math.floor(parts / partsOfASize);
}
