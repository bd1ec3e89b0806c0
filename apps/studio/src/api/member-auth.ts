import { ApiError, errorFromBody, UnreachableError } from './errors.ts';
import type { RefreshOutcome, Session } from './session-store.ts';

export interface MemberAuthOptions {
  readonly fetch: typeof fetch;
  readonly now: () => number;
  /** Base URL and public key of the control project; asked for with every call, as they come with `status`. */
  readonly control: () => Promise<{ readonly url: string; readonly key: string }>;
}

interface TokenAnswer {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly expires_at?: number;
  readonly user: { readonly email?: string };
}

/** Signs members in and out through the control project's Auth API. */
export class MemberAuth {
  readonly #options: MemberAuthOptions;

  constructor(options: MemberAuthOptions) {
    this.#options = options;
  }

  /** Throws `ApiError` (`invalid_credentials`…) or `UnreachableError`. */
  signIn(email: string, password: string): Promise<Session> {
    return this.#token('password', { email, password });
  }

  async refresh(refreshToken: string): Promise<RefreshOutcome> {
    try {
      return await this.#token('refresh_token', { refresh_token: refreshToken });
    } catch (error) {
      // Only a clear "no" ends a session: not a server that is starting or too busy.
      return error instanceof ApiError && error.status < 500 && error.status !== 429
        ? 'refused'
        : 'unreachable';
    }
  }

  /** Ends the session on the server; a server that cannot be reached is no reason to stay signed in. */
  async signOut(session: Session): Promise<void> {
    try {
      await this.#post('/logout?scope=local', session.accessToken, {});
    } catch {
      // The tokens are forgotten here either way.
    }
  }

  async #token(grant: string, body: unknown): Promise<Session> {
    const response = await this.#post(`/token?grant_type=${grant}`, null, body);
    const answer: unknown = await response.json().catch(() => null);
    if (!response.ok) throw errorFromBody(response.status, answer);
    const token = answer as TokenAnswer;
    return {
      accessToken: token.access_token,
      refreshToken: token.refresh_token,
      expiresAt: token.expires_at ?? Math.floor(this.#options.now() / 1000) + token.expires_in,
      email: token.user.email ?? '',
    };
  }

  async #post(path: string, token: string | null, body: unknown): Promise<Response> {
    const { url, key } = await this.#options.control();
    try {
      return await this.#options.fetch(`${url}/auth/v1${path}`, {
        method: 'POST',
        headers: {
          apikey: key,
          authorization: `Bearer ${token ?? key}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      });
    } catch (error) {
      throw new UnreachableError(new URL(url).origin, error);
    }
  }
}
