import { s3Error } from '../errors.ts';
import { numberParameter, type S3Request } from '../s3-request.ts';

/** Which part a request sends: 1 to 10,000. Throws `InvalidArgument`. */
export function partNumberOf(s3: S3Request): number {
  const number = numberParameter(s3, 'partNumber', { least: 1, most: 10_000 });
  if (number !== undefined) return number;
  throw s3Error('InvalidArgument', { message: 'partNumber must be between 1 and 10000' });
}
