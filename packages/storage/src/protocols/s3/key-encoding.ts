import { s3Error } from './errors.ts';
import { parameter, type S3Request } from './s3-request.ts';
import { encodeStrictly } from './signature/encoding.ts';

/** How names are written in a list. */
export interface KeyEncoding {
  /** Goes into the answer as it is. */
  readonly EncodingType: 'url' | undefined;
  encode(name: string): string;
}

/** Names as the client asked for them: percent-encoded, or as they are. Throws `InvalidArgument`. */
export function keyEncoding(s3: S3Request): KeyEncoding {
  const asked = parameter(s3, 'encoding-type') || undefined;
  if (asked === undefined) return { EncodingType: undefined, encode: (name) => name };
  if (asked !== 'url') {
    throw s3Error('InvalidArgument', { message: 'encoding-type must be url' });
  }
  return {
    EncodingType: 'url',
    encode: (name) => name.split('/').map(encodeStrictly).join('/'),
  };
}
