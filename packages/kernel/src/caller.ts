import type { Json, JsonObject } from './json.ts';

/** Claims of a verified token, or those an API key stands for. Always holds `role` once resolved. */
export type Claims = JsonObject;

/**
 * Who a request speaks for: nobody (`anonymous`, no credential at all), an API key (`publishable`,
 * `secret`), a signed-in user of the application, or a member of the team at work in Studio.
 */
export type CallerKind = 'anonymous' | 'publishable' | 'secret' | 'user' | 'member';

/** The one answer to "who is asking", resolved once at the gateway for every service. */
export interface Caller {
  readonly kind: CallerKind;
  /** The Postgres role that statements run as. */
  readonly role: string;
  readonly claims: Claims;
  /** The claims as the JSON text that goes into `request.jwt.claims`. */
  readonly claimsJson: string;
  /** `sub` of the claims: the user, or the member. */
  readonly userId?: string;
  /** `session_id` of the claims. */
  readonly sessionId?: string;
  /** `exp` of the claims, in seconds since 1970; absent where the credential does not expire. */
  readonly expiresAt?: number;
}

const text = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The caller that `claims` describe; `role` is used where they name none. */
export function callerFromClaims(kind: CallerKind, claims: Claims, role: string): Caller {
  const named = text(claims.role) ?? role;
  const complete: Claims = claims.role === named ? claims : { ...claims, role: named };
  const userId = text(claims.sub);
  const sessionId = text(claims.session_id);
  const expiresAt = typeof claims.exp === 'number' ? claims.exp : undefined;
  return {
    kind,
    role: named,
    claims: complete,
    claimsJson: JSON.stringify(complete),
    ...(userId !== undefined && { userId }),
    ...(sessionId !== undefined && { sessionId }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}
