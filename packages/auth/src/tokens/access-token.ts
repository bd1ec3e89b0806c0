import type { JsonObject } from '@plinth/kernel';
import type { AuthCore } from '../base/core.ts';
import type { User } from '../users/user.ts';

/** One method by which a session was proven, and when (seconds since 1970). */
export interface AmrEntry extends JsonObject {
  readonly method: string;
  readonly timestamp: number;
}

/** What an access token says besides who the user is. */
export interface TokenSubject {
  readonly user: User;
  readonly sessionId: string;
  readonly aal: string;
  /** Most recent first. */
  readonly amr: readonly AmrEntry[];
  /** URL of the Auth API: the issuer where none is set. */
  readonly authUrl: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A signed access token and when it ends, in seconds since 1970. */
export interface AccessToken {
  readonly token: string;
  readonly expiresAt: number;
}

/** Signs an access token: the claims, their order and their defaults are GoTrue's. */
export async function makeAccessToken(core: AuthCore, subject: TokenSubject): Promise<AccessToken> {
  const { user } = subject;
  const issuedAt = Math.floor(subject.now / 1000);
  const expiresAt = issuedAt + core.policy.tokenLife;
  const token = await core.tokens.sign({
    iss: core.policy.issuer ?? subject.authUrl,
    sub: user.id,
    aud: user.aud ?? '',
    exp: expiresAt,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role ?? '',
    aal: subject.aal,
    amr: subject.amr,
    session_id: subject.sessionId,
    is_anonymous: user.is_anonymous,
  });
  return { token, expiresAt };
}
