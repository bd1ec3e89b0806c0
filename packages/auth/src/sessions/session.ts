import type { AccessToken, AmrEntry } from '../tokens/access-token.ts';
import type { User } from '../users/user.ts';
import { userBody } from '../users/user-body.ts';

/** How a session was proven; goes into the `amr` claim. */
export type AuthenticationMethod =
  | 'password'
  | 'otp'
  | 'oauth'
  | 'magiclink'
  | 'recovery'
  | 'email/signup'
  | 'invite'
  | 'email_change'
  | 'anonymous';

/** A row of auth.sessions with what it was proven by. Times are ISO 8601 in UTC. */
export interface Session {
  readonly id: string;
  readonly user_id: string;
  readonly created_at: string | null;
  readonly refreshed_at: string | null;
  readonly not_after: string | null;
  readonly aal: string | null;
  readonly amr: readonly AmrEntry[];
}

/** What a sign-in or a refresh gives. */
export interface Tokens {
  readonly access: AccessToken;
  readonly refreshToken: string;
  readonly sessionId: string;
  readonly user: User;
}

/** The tokens as the API answers them; `now` in milliseconds since 1970. */
export function tokensBody({ access, refreshToken, user }: Tokens, now: number): object {
  return {
    access_token: access.token,
    token_type: 'bearer',
    expires_in: access.expiresAt - Math.floor(now / 1000),
    expires_at: access.expiresAt,
    refresh_token: refreshToken,
    user: userBody(user),
  };
}

/** The tokens as parameters of a redirect's fragment. */
export function tokensParameters(tokens: Tokens, now: number): Readonly<Record<string, string>> {
  const { access, refreshToken } = tokens;
  return {
    access_token: access.token,
    token_type: 'bearer',
    expires_in: String(access.expiresAt - Math.floor(now / 1000)),
    expires_at: String(access.expiresAt),
    refresh_token: refreshToken,
  };
}

/** Response headers that tell a proxy whose session this is, without the token itself. */
export function tokensHeaders({ user, sessionId, refreshToken }: Tokens): Record<string, string> {
  return {
    'sb-auth-user-id': user.id,
    'sb-auth-session-id': sessionId,
    'sb-auth-refresh-token-prefix': refreshToken.slice(0, 5),
  };
}
