import { AppError, type Caller, JwtError } from '@plinth/kernel';
import type { RealtimeCore } from '../core.ts';
import { databaseAway, Refusal } from './refusal.ts';

/** Upstream asks every token for a role and an end. */
const missingClaims = 'Fields `role` and `exp` are required in JWT';
const malformed = 'The token provided is not a valid JWT';
const noSigner = 'Failed to generate JWT signer, check your JWT secret or JWKS configuration';

/** A credential that was checked. */
export interface Credential {
  /** As the client sent it. */
  readonly token: string;
  readonly caller: Caller;
}

type CredentialCore = Pick<RealtimeCore, 'callers' | 'clock'>;

/**
 * Who a token or API key stands for. `userAgent` is given for the key of a handshake: a secret key must not come from
 * a browser. Throws Refusal.
 */
export async function checkCredential(
  core: CredentialCore,
  sent: string,
  userAgent?: string,
): Promise<Credential> {
  const token = cleaned(sent);
  const headers = { authorization: `Bearer ${token}`, 'user-agent': userAgent };
  try {
    const caller = await core.callers.resolve(headers, '');
    refuseIncomplete(token);
    refuseExpired(core, caller);
    return { token: sent, caller };
  } catch (error) {
    throw toRefusal(core, token, error);
  }
}

/** Throws Refusal where the caller's token has come to its end, at once: a leeway would only confuse timers. */
export function refuseExpired({ clock }: Pick<RealtimeCore, 'clock'>, caller: Caller): void {
  const { expiresAt } = caller;
  if (expiresAt !== undefined && expiresAt * 1000 <= clock.now()) {
    throw expired(clock.now(), expiresAt);
  }
}

/** Tokens travel in URLs and config files: escapes and line ends are forgiven, as upstream does. */
function cleaned(token: string): string {
  try {
    return decodeURIComponent(token).replace(/\s/g, '');
  } catch {
    return token.replace(/\s/g, '');
  }
}

function refuseIncomplete(token: string): void {
  const claims = claimsOf(token);
  if (claims === undefined) return;
  if (claims.role === undefined || claims.exp === undefined) {
    throw new Refusal('InvalidJWTToken', missingClaims);
  }
}

/** The claims of a token that has been verified (or failed only in its time); undefined for an opaque key. */
function claimsOf(token: string): Readonly<Record<string, unknown>> | undefined {
  const [, body, signature] = token.split('.');
  if (body === undefined || signature === undefined) return undefined;
  try {
    return JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

function expired(now: number, expiresAt: number): Refusal {
  const ago = Math.max(0, Math.floor(now / 1000) - Math.floor(expiresAt));
  return new Refusal('InvalidJWTToken', `Token has expired ${ago} seconds ago`);
}

function toRefusal({ clock }: Pick<RealtimeCore, 'clock'>, token: string, error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'unavailable') return new Refusal('UnableToConnectToProject', databaseAway);
  if (!(error.cause instanceof JwtError)) return new Refusal('MalformedJWT', error.message);
  switch (error.cause.failure) {
    case 'signature':
      return new Refusal('JwtSignatureError', 'Failed to validate JWT signature');
    case 'expired': {
      const exp = claimsOf(token)?.exp;
      return expired(clock.now(), typeof exp === 'number' ? exp : clock.now() / 1000);
    }
    case 'algorithm':
    case 'no_key':
      return new Refusal('JwtSignerError', noSigner);
    case 'not_yet_valid':
    case 'issued_in_future':
      return new Refusal('InvalidJWTToken', error.cause.message);
    default:
      return new Refusal('MalformedJWT', malformed);
  }
}
