import { type TObject, Type } from 'typebox';
import { authError } from '../../errors.ts';
import { optionalFlag, optionalMetadata, optionalText } from '../../input/fields.ts';
import { bcryptCost } from '../../passwords/bcrypt-hash.ts';
import { parseBanDuration } from '../../users/ban-duration.ts';

/** The body of POST and PUT /admin/users. */
export const adminUserBody: TObject<{
  id: typeof optionalText;
  aud: typeof optionalText;
  role: typeof optionalText;
  email: typeof optionalText;
  phone: typeof optionalText;
  password: typeof optionalText;
  password_hash: typeof optionalText;
  email_confirm: typeof optionalFlag;
  phone_confirm: typeof optionalFlag;
  user_metadata: typeof optionalMetadata;
  app_metadata: typeof optionalMetadata;
  ban_duration: typeof optionalText;
}> = Type.Object({
  id: optionalText,
  aud: optionalText,
  role: optionalText,
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  password_hash: optionalText,
  email_confirm: optionalFlag,
  phone_confirm: optionalFlag,
  user_metadata: optionalMetadata,
  app_metadata: optionalMetadata,
  ban_duration: optionalText,
});

/** Dearest hash that is taken: comparing one of cost 16 takes seconds. */
const dearest = 16;

/** Throws `validation_failed` for a hash that nobody could sign in with. */
export function assertImportable(hash: string): void {
  if (/^\$(argon2|fbscrypt)/.test(hash)) {
    throw authError('validation_failed', {
      message: 'Importing argon2 and Firebase scrypt hashes is not supported yet; use bcrypt',
    });
  }
  const cost = bcryptCost(hash);
  if (cost !== undefined && cost >= 4 && cost <= dearest) return;
  throw authError('validation_failed', {
    message: 'password_hash must be a bcrypt hash of a cost between 4 and 16',
  });
}

/** Until when a ban lasts, in milliseconds since 1970; null lifts one, undefined leaves it as it is. */
export function bannedUntil(
  duration: string | null | undefined,
  now: number,
): number | null | undefined {
  if (duration === undefined || duration === null || duration === '') return undefined;
  const milliseconds = parseBanDuration(duration);
  return milliseconds === 0 ? null : now + milliseconds;
}
