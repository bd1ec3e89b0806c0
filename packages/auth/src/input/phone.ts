import { authError } from '../errors.ts';

/** The digits of a phone number in E.164. Throws `validation_failed` for what is none. */
export function parsePhone(phone: string): string {
  const digits = phone.replace(/^\+/, '').replaceAll(' ', '');
  if (/^[1-9][0-9]{1,14}$/.test(digits)) return digits;
  throw authError('validation_failed', {
    message: 'Invalid phone number format (E.164 required)',
  });
}
