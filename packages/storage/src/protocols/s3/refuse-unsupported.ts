import { s3Error } from './errors.ts';
import type { S3Request } from './s3-request.ts';

/** Headers that promise something about a stored object which Plinth does not keep. */
const unsupported: readonly string[] = [
  'x-amz-server-side-encryption-customer-algorithm',
  'x-amz-copy-source-server-side-encryption-customer-algorithm',
  'x-amz-object-lock-mode',
  'x-amz-object-lock-retain-until-date',
  'x-amz-object-lock-legal-hold',
  'x-amz-write-offset-bytes',
];

/** Throws `NotImplemented` rather than to store an object with less protection than its sender believes. */
export function refuseUnsupported({ request: { headers } }: S3Request): void {
  const name = unsupported.find((each) => headers[each] !== undefined);
  if (name !== undefined) throw s3Error('NotImplemented', { message: `There is no ${name} here.` });
}
