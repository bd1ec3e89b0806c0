import { createHash } from 'node:crypto';
import type { BlobFacts, ByteSource } from '../blob-store.ts';
import { MultipartWrite } from './multipart-write.ts';
import { readStored } from './read-stored.ts';
import type { S3Client } from './s3-client.ts';
import type { StoredEntry } from './stored-objects.ts';
import { smallestPart, writeStream } from './write-stream.ts';

/** Most parts of an upload to the store. */
const mostParts = 10_000;

/**
 * Joins objects of the bucket to one. Where they are large enough the store does it itself and no byte passes through
 * here; otherwise they are read and written again.
 */
export function joinStored(
  client: S3Client,
  entries: readonly StoredEntry[],
  key: string,
): Promise<BlobFacts> {
  const isLarge = entries.slice(0, -1).every(({ size }) => size >= smallestPart);
  const last = entries.at(-1);
  const byStore = isLarge && last !== undefined && last.size > 0 && entries.length <= mostParts;
  return byStore
    ? joinByStore(client, entries, key)
    : writeStream(client, key, bytesOf(client, entries));
}

async function joinByStore(
  client: S3Client,
  entries: readonly StoredEntry[],
  key: string,
): Promise<BlobFacts> {
  const write = await MultipartWrite.begin(client, key);
  const size = entries.reduce((sum, entry) => sum + entry.size, 0);
  try {
    for (const entry of entries) await write.addCopy(entry.key);
    await write.complete(size);
  } catch (error) {
    await write.abort();
    throw error;
  }
  return { size, etag: etagOf(entries) };
}

async function* bytesOf(client: S3Client, entries: readonly StoredEntry[]): ByteSource {
  for (const { key } of entries) {
    const { body } = await readStored(client, key);
    if (body instanceof Uint8Array) yield body;
    else yield* body as AsyncIterable<Uint8Array>;
  }
}

/** ETag of an object made of others: an MD5 over their ETags and how many there are. */
function etagOf(entries: readonly StoredEntry[]): string {
  const hash = createHash('md5');
  for (const { etag } of entries) hash.update(etag);
  return `${hash.digest('hex')}-${entries.length}`;
}
