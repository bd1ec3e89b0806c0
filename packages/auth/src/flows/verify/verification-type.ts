import { authError } from '../../errors.ts';
import type { TokenType } from '../../otp/one-time-tokens.ts';
import type { AuthenticationMethod } from '../../sessions/session.ts';

/** What a link or a code is for, as clients name it. `email` stands for `signup` and `magiclink`. */
export type VerificationType =
  | 'signup'
  | 'invite'
  | 'magiclink'
  | 'recovery'
  | 'email'
  | 'email_change';

/** The same once the code has been found. */
export type RedeemedType = Exclude<VerificationType, 'email'>;

const tokenTypes: Readonly<Record<VerificationType, readonly TokenType[]>> = {
  email: ['confirmation_token', 'recovery_token'],
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email_change: ['email_change_token_current', 'email_change_token_new'],
};

/** How a sign-in by a link of a type is told apart while its code is not exchanged. */
const methods: Readonly<Record<RedeemedType, AuthenticationMethod>> = {
  signup: 'email/signup',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email_change: 'email_change',
};

/** The type of a name; undefined for any other. */
export function verificationType(name: string): VerificationType | undefined {
  return Object.hasOwn(tokenTypes, name) ? (name as VerificationType) : undefined;
}

/** Where tokens of a type are stored. */
export function tokenTypesOf(type: VerificationType): readonly TokenType[] {
  return tokenTypes[type];
}

/** What a found token is for, where `email` left it open. */
export function redeemedType(type: VerificationType, token: TokenType): RedeemedType {
  if (type !== 'email') return type;
  return token === 'confirmation_token' ? 'signup' : 'magiclink';
}

/** The method under which a flow of the type waits for its code exchange. */
export function flowMethod(type: VerificationType): AuthenticationMethod {
  if (type !== 'email') return methods[type];
  throw authError('validation_failed', { message: 'unsupported authentication method "email"' });
}
