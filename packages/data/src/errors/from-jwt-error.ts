import type { AppError, JwtError, JwtFailure } from '@plinth/kernel';
import { dataError } from './catalogue.ts';

/** Failures of claims; all others are of the token itself. */
const ofClaims: ReadonlySet<JwtFailure> = new Set([
  'expired',
  'not_yet_valid',
  'issued_in_future',
  'audience',
  'claims',
]);

/** PostgREST does not tell a wrong signature from a key that it does not have. */
const noKey = 'No suitable key or wrong key type';

const details: Readonly<Partial<Record<JwtFailure, string>>> = {
  no_key: 'None of the keys was able to decode the JWT',
  signature: 'None of the keys was able to decode the JWT',
  algorithm: "JWT is unsecured but expected 'alg' was not 'none'",
};

/** A token that was refused, worded as PostgREST words it: PGRST301 or PGRST303. */
export function fromJwtError(error: JwtError): AppError {
  const { failure } = error;
  const message = failure === 'signature' ? noKey : error.message;
  return dataError(ofClaims.has(failure) ? 'PGRST303' : 'PGRST301', {
    message,
    details: details[failure] ?? null,
    headers: {
      'www-authenticate': `Bearer error="invalid_token", error_description=${JSON.stringify(message)}`,
    },
    cause: error,
  });
}
