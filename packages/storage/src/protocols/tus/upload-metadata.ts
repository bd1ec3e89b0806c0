import type { JsonObject } from '@plinth/kernel';
import { checkBucket, checkKey } from '../../input/names.ts';
import { metadataOfField } from '../../input/user-metadata.ts';
import { tusError } from './errors.ts';

/** What Upload-Metadata says: which object, and how it is to be served. */
export interface UploadMetadata {
  readonly bucket: string;
  readonly key: string;
  /** As the client gave it; absent where it did not. */
  readonly contentType: string | undefined;
  /** For `Cache-Control`. */
  readonly cacheControl: string;
  readonly userMetadata: JsonObject | undefined;
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;
const name = /^[\x21-\x2b\x2d-\x7e]+$/;

/**
 * Reads an Upload-Metadata header, `key base64,key base64…`. Throws `HeaderInvalid`, `MetadataRequired`,
 * `InvalidBucketName`, `InvalidKey`.
 */
export function uploadMetadata(header: string | undefined): UploadMetadata {
  if (header === undefined) throw tusError('MetadataRequired');
  const pairs = parse(header);
  const cacheControl = pairs.get('cacheControl') ?? '';
  return {
    bucket: checkBucket(pairs.get('bucketName')),
    key: checkKey(pairs.get('objectName')),
    contentType: pairs.get('contentType') || undefined,
    cacheControl: /^-?\d+$/.test(cacheControl) ? `max-age=${cacheControl}` : 'no-cache',
    userMetadata: metadataOfField(pairs.get('metadata')),
  };
}

function parse(header: string): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const pair of header.split(',')) {
    const [key = '', value = '', ...more] = pair.split(' ');
    const isPair =
      name.test(key) && base64.test(value) && value.length % 4 === 0 && more.length === 0;
    if (!isPair || pairs.has(key)) {
      throw tusError('HeaderInvalid', { message: 'Invalid upload-metadata\n' });
    }
    pairs.set(key, Buffer.from(value, 'base64').toString('utf8'));
  }
  return pairs;
}
