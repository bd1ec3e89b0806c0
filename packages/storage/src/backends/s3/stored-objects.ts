import { childrenOf, childText } from '../../protocols/s3/xml/read-xml.ts';
import { writeXml } from '../../protocols/s3/xml/write-xml.ts';
import { hashOf } from './hash-of.ts';
import type { S3Client } from './s3-client.ts';
import { S3Failure } from './s3-failure.ts';

/** An object as the store lists it. */
export interface StoredEntry {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Without quotes. */
  readonly etag: string;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

/** Most keys of one request to delete. */
const batch = 1_000;

/** Objects whose key begins with `prefix`, in order of their keys; those behind `after` where it is given. */
export async function* listObjects(
  client: S3Client,
  prefix: string,
  after?: string,
): AsyncIterable<StoredEntry> {
  let token: string | undefined;
  do {
    const page = await client.document({
      method: 'GET',
      query: [
        ['list-type', '2'],
        ['prefix', prefix],
        ...(token !== undefined ? [['continuation-token', token] as const] : []),
        ...(token === undefined && after !== undefined ? [['start-after', after] as const] : []),
      ],
    });
    for (const item of childrenOf(page, 'Contents')) {
      yield {
        key: childText(item, 'Key') ?? '',
        size: Number(childText(item, 'Size')),
        etag: (childText(item, 'ETag') ?? '').replaceAll('"', ''),
        modifiedAt: Date.parse(childText(item, 'LastModified') ?? ''),
      };
    }
    token = childText(page, 'NextContinuationToken') || undefined;
  } while (token !== undefined);
}

/** Deletes objects; those that are not there are fine. */
export async function deleteObjects(client: S3Client, keys: readonly string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += batch) {
    await deleteBatch(client, keys.slice(start, start + batch));
  }
}

async function deleteBatch(client: S3Client, keys: readonly string[]): Promise<void> {
  const objects = keys.map((Key) => ({ Key }));
  const body = [Buffer.from(writeXml('Delete', { Quiet: true, Object: objects }))];
  const headers = {
    'content-type': 'application/xml',
    'content-md5': hashOf('md5', body).toString('base64'),
  };
  try {
    const query = [['delete', '']] as const;
    const answer = await client.document({ method: 'POST', query, headers, body });
    const [failed] = childrenOf(answer, 'Error');
    if (failed === undefined) return;
    const code = childText(failed, 'Code') ?? '';
    throw new S3Failure(`an object could not be deleted: ${code}`, 500, code);
  } catch (error) {
    // Some stores delete one by one only.
    if (!(error instanceof S3Failure) || ![400, 405, 501].includes(error.status)) throw error;
    for (const key of keys) await client.run({ method: 'DELETE', key });
  }
}
