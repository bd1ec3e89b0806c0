import type { Caller } from '@plinth/kernel';
import type { StorageService } from '../../../service.ts';
import { s3Error } from '../errors.ts';
import { callerBehind, secretsOf } from '../signature/authenticate.ts';
import { isSame } from '../signature/same.ts';
import { parseCredential, timeOf } from '../signature/signed-request.ts';
import { algorithm, signingKey, signText } from '../signature/sigv4.ts';

/** Who signed the policy of a form. Throws AppError. `fields` by name in lower case. */
export async function formCaller(
  storage: StorageService,
  fields: ReadonlyMap<string, string>,
): Promise<Caller> {
  const policy = fields.get('policy');
  const signature = fields.get('x-amz-signature');
  if (policy === undefined || signature === undefined) throw s3Error('MissingSecurityHeader');
  const malformed = (): Error => s3Error('AuthorizationQueryParametersError');
  const { accessKeyId, scope } = parseCredential(fields.get('x-amz-credential'), malformed);
  const date = fields.get('x-amz-date') ?? '';
  if (fields.get('x-amz-algorithm') !== algorithm || timeOf(date) === undefined) throw malformed();
  if (scope.date !== date.slice(0, 8)) throw malformed();
  const token = fields.get('x-amz-security-token');
  const isSigned = secretsOf(storage, accessKeyId, token).some((secret) =>
    isSame(signature, signText(signingKey(secret, scope), policy)),
  );
  if (!isSigned) throw s3Error('SignatureDoesNotMatch');
  return callerBehind(storage, token);
}
