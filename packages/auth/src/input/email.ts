import { authError } from '../errors.ts';

/** The address format of the HTML standard, which GoTrue checks too. ASCII only. */
const format =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** The address in lower case. Throws `validation_failed` for what is none. */
export function parseEmail(email: string): string {
  if (email === '') fail('An email address is required');
  if (Buffer.byteLength(email) > 255) fail('An email address is too long');
  const lower = email.toLowerCase();
  if (!format.test(lower)) fail('Unable to validate email address: invalid format');
  return lower;
}

function fail(message: string): never {
  throw authError('validation_failed', { message });
}
