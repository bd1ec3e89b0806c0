import {
  AppError,
  BoundedMap,
  type Caller,
  type Clock,
  callerFromClaims,
  JwtError,
  type KeySet,
  kernelError,
} from '@plinth/kernel';
import type { RoleClaim } from './role-claim.ts';

export interface TokenCallersOptions {
  /** Absent where no secret is set: then no token can be believed. */
  readonly keys: KeySet | undefined;
  readonly clock: Clock;
  readonly roleClaim: RoleClaim;
  /** The role of requests without a token; undefined where those are refused. */
  readonly anonymousRole: string | undefined;
  /** Most verified tokens remembered; 0 for none. */
  readonly cacheSize: number;
}

/** Longest token looked at, in characters. */
const longestToken = 16_384;

/** Resolves callers by their bearer token alone, as PostgREST does without a gateway before it. */
export class TokenCallers {
  readonly #options: TokenCallersOptions;
  readonly #verified: BoundedMap<string, Caller> | undefined;

  constructor(options: TokenCallersOptions) {
    this.#options = options;
    this.#verified = options.cacheSize > 0 ? new BoundedMap(options.cacheSize) : undefined;
  }

  /** The caller of an Authorization header. Throws AppError. */
  resolve(authorization: string | undefined): Caller | Promise<Caller> {
    const token = /^bearer(?:\s+(.*))?$/is.exec(authorization ?? '');
    if (token === null) return this.#anonymous();
    const text = token[1] ?? '';
    const known = this.#verified?.get(text);
    return known !== undefined && this.#isCurrent(known) ? known : this.#verify(text);
  }

  #anonymous(): Caller {
    const { anonymousRole } = this.#options;
    if (anonymousRole === undefined) throw anonymousDisabled();
    return callerFromClaims('anonymous', { role: anonymousRole }, anonymousRole);
  }

  #isCurrent({ expiresAt }: Caller): boolean {
    return expiresAt === undefined || expiresAt * 1000 > this.#options.clock.now();
  }

  async #verify(token: string): Promise<Caller> {
    const { keys } = this.#options;
    if (keys === undefined) {
      throw new AppError('PGRST300', 500, 'Server lacks JWT secret');
    }
    try {
      if (token.length > longestToken) {
        throw new JwtError('malformed', 'JWT cryptographic operation failed');
      }
      const caller = this.#callerOf(await keys.verify(token));
      this.#verified?.set(token, caller);
      return caller;
    } catch (error) {
      if (!(error instanceof JwtError)) throw error;
      throw kernelError('invalid_token', { message: error.message, cause: error });
    }
  }

  #callerOf(claims: Caller['claims']): Caller {
    const { roleClaim, anonymousRole } = this.#options;
    const role = roleClaim(claims) ?? anonymousRole;
    if (role === undefined) throw anonymousDisabled();
    return callerFromClaims('user', { ...claims, role }, role);
  }
}

function anonymousDisabled(): AppError {
  return new AppError('PGRST302', 401, 'Anonymous access is disabled', {
    headers: { 'www-authenticate': 'Bearer' },
  });
}
