import type { Claims } from '../caller.ts';
import type { Clock } from '../clock.ts';
import { JwtError } from './jwt-error.ts';

/** What `checkClaims` compares with. */
export interface ClaimChecks {
  readonly clock: Clock;
  readonly leeway?: number;
  readonly audience?: string;
}

function numeric(claims: Claims, name: 'exp' | 'nbf' | 'iat'): number | undefined {
  const value = claims[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number') {
    throw new JwtError('claims', `The JWT '${name}' claim must be a number`);
  }
  return value;
}

/** Time and audience of verified claims; the order of the checks is PostgREST's. Throws JwtError. */
export function checkClaims(claims: Claims, checks: ClaimChecks): void {
  const now = Math.floor(checks.clock.now() / 1000);
  const leeway = checks.leeway ?? 0;
  const exp = numeric(claims, 'exp');
  const nbf = numeric(claims, 'nbf');
  const iat = numeric(claims, 'iat');
  if (exp !== undefined && exp <= now - leeway) throw new JwtError('expired', 'JWT expired');
  if (nbf !== undefined && nbf > now + leeway) {
    throw new JwtError('not_yet_valid', 'JWT not yet valid');
  }
  if (iat !== undefined && iat > now + leeway) {
    throw new JwtError('issued_in_future', 'JWT issued at future');
  }
  checkAudience(claims, checks.audience);
}

function checkAudience(claims: Claims, required: string | undefined): void {
  const aud = claims.aud;
  if (aud === undefined || aud === null) return;
  const listed = Array.isArray(aud) ? aud : [aud];
  if (!listed.every((each) => typeof each === 'string')) {
    throw new JwtError('claims', "The JWT 'aud' claim must be a string or an array of strings");
  }
  if (required === undefined || listed.length === 0) return;
  if (!listed.includes(required)) throw new JwtError('audience', 'JWT not in audience');
}
