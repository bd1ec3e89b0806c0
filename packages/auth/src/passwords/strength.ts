import type { AuthSettings } from '@plinth/config';
import { authError } from '../errors.ts';

/** Why a password does not meet the rules. */
type WeakReason = 'length' | 'characters';

/** The weakness of a password, as answers carry it. */
export interface WeakPassword {
  readonly message: string;
  readonly reasons: readonly WeakReason[];
}

/** What passwords must be like. */
export interface PasswordRules {
  /** Fewest bytes. */
  readonly minLength: number;
  /** Sets of characters; a password needs one of each. */
  readonly required: readonly string[];
}

/** bcrypt looks at no more bytes than these; a longer password would be cut without a word. */
const maxBytes = 72;

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const symbols = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~';

/** The character sets of each value of `auth.password_requirements`. */
export const requiredSets: Readonly<
  Record<AuthSettings['auth.password_requirements'], readonly string[]>
> = {
  '': [],
  letters_digits: [lower + upper, digits],
  lower_upper_letters_digits: [lower, upper, digits],
  lower_upper_letters_digits_symbols: [lower, upper, digits, symbols],
};

/** The weakness of a password; undefined where it meets the rules. */
export function weaknessOf(password: string, rules: PasswordRules): WeakPassword | undefined {
  const messages: string[] = [];
  const reasons: WeakReason[] = [];
  if (Buffer.byteLength(password) < rules.minLength) {
    reasons.push('length');
    messages.push(`Password should be at least ${rules.minLength} characters.`);
  }
  if (rules.required.some((set) => !containsAny(password, set))) {
    reasons.push('characters');
    messages.push(
      `Password should contain at least one character of each: ${rules.required.join(', ')}.`,
    );
  }
  return reasons.length === 0 ? undefined : { message: messages.join(' '), reasons };
}

/** True for a password that bcrypt looks at as a whole. */
export function fits(password: string): boolean {
  return Buffer.byteLength(password) <= maxBytes;
}

/** Throws `validation_failed` for a password that bcrypt would cut. */
export function assertPasswordFits(password: string): void {
  if (fits(password)) return;
  throw authError('validation_failed', {
    message: `Password cannot be longer than ${maxBytes} characters`,
  });
}

/** Throws `validation_failed` or `weak_password` for a password that may not become one. */
export function assertStrongPassword(password: string, rules: PasswordRules): void {
  assertPasswordFits(password);
  const weakness = weaknessOf(password, rules);
  if (weakness === undefined) return;
  throw authError('weak_password', {
    message: weakness.message,
    details: { weak_password: { reasons: weakness.reasons } },
  });
}

function containsAny(text: string, set: string): boolean {
  return [...text].some((character) => set.includes(character));
}
