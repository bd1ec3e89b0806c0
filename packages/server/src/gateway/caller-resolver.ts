import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import {
  BoundedMap,
  type Caller,
  type Claims,
  type Clock,
  callerFromClaims,
  isOpaqueApiKey,
  JwtError,
  type KeySet,
  kernelError,
} from '@plinth/kernel';
import type { ProjectKeys } from '../secrets/project-keys.ts';

/** Verified tokens remembered per project. */
const cacheLimit = 10_000;

/** Longest credential looked at, in characters; a token with many claims has a few thousand. */
const longestCredential = 16_384;

export interface CallerResolverOptions {
  readonly keys: Pick<ProjectKeys, 'publishableKey' | 'secretKey'>;
  readonly keySet: KeySet;
  readonly clock: Clock;
  /** Whether a request without any key is refused. */
  readonly requireKey: boolean;
  /** Resolves a token that this project did not sign: a member of the team; undefined for a stranger. */
  readonly memberOf?: (token: string) => Promise<Caller | undefined>;
}

const bearerPattern = /^bearer +(.*)$/i;
const browserPattern = /^Mozilla\//;

/**
 * Decides who a request speaks for: the session's access token where there is one, otherwise the API
 * key. Once per request, for every service of a project.
 */
export class CallerResolver {
  readonly #options: CallerResolverOptions;
  readonly #verified = new BoundedMap<string, Caller>(cacheLimit);
  readonly #anonymous = callerFromClaims('anonymous', {}, 'anon');
  readonly #publishable = callerFromClaims('publishable', {}, 'anon');
  readonly #secret = callerFromClaims('secret', {}, 'service_role');

  constructor(options: CallerResolverOptions) {
    this.#options = options;
  }

  /** Throws AppError `invalid_token`, `invalid_api_key`, `missing_api_key` or `secret_key_in_browser`. */
  resolve(headers: IncomingHttpHeaders, url: string): Caller | Promise<Caller> {
    const bearer = bearerPattern.exec(headers.authorization ?? '')?.[1]?.trim();
    const apiKey = apiKeyOf(headers, url);
    if (apiKey !== undefined && isOpaqueApiKey(apiKey)) {
      const caller = this.#byKey(apiKey, headers);
      // supabase-js sends its key as bearer too while nobody is signed in.
      if (bearer === undefined || bearer === apiKey) return caller;
    }
    if (bearer !== undefined) {
      return isOpaqueApiKey(bearer) ? this.#byKey(bearer, headers) : this.#byToken(bearer);
    }
    if (apiKey !== undefined) return this.#byToken(apiKey);
    if (this.#options.requireKey) throw kernelError('missing_api_key');
    return this.#anonymous;
  }

  #byKey(key: string, headers: IncomingHttpHeaders): Caller {
    const { publishableKey, secretKey } = this.#options.keys;
    if (isSame(key, publishableKey)) return this.#publishable;
    if (!isSame(key, secretKey)) throw kernelError('invalid_api_key');
    if (browserPattern.test(headers['user-agent'] ?? ''))
      throw kernelError('secret_key_in_browser');
    return this.#secret;
  }

  #byToken(token: string): Caller | Promise<Caller> {
    const known = this.#verified.get(token);
    if (known === undefined) return this.#verify(token);
    const { expiresAt } = known;
    if (expiresAt === undefined || expiresAt * 1000 > this.#options.clock.now()) return known;
    this.#verified.delete(token);
    return this.#verify(token);
  }

  async #verify(token: string): Promise<Caller> {
    if (token.length > longestCredential) {
      throw refused(new JwtError('malformed', 'JWT cryptographic operation failed'));
    }
    try {
      const claims = await this.#options.keySet.verify(token);
      const caller = callerFromClaims(kindOf(claims), claims, 'anon');
      this.#verified.set(token, caller);
      return caller;
    } catch (error) {
      if (!(error instanceof JwtError)) throw error;
      // A member's role can change at any moment, so members are not remembered here.
      const member = error.failure === 'no_key' ? await this.#options.memberOf?.(token) : undefined;
      if (member !== undefined) return member;
      throw refused(error);
    }
  }
}

function refused(cause: JwtError): Error {
  return kernelError('invalid_token', { message: cause.message, cause });
}

function kindOf(claims: Claims): Caller['kind'] {
  if (claims.sub !== undefined) return 'user';
  return claims.role === 'service_role' ? 'secret' : 'publishable';
}

/** The key of a request: header, else the `apikey` parameter (WebSockets, links). */
function apiKeyOf(headers: IncomingHttpHeaders, url: string): string | undefined {
  const { apikey } = headers;
  if (typeof apikey === 'string' && apikey !== '') return apikey;
  const question = url.indexOf('?');
  if (question < 0 || !url.includes('apikey=', question)) return undefined;
  return new URLSearchParams(url.slice(question + 1)).get('apikey') ?? undefined;
}

function isSame(given: string, expected: string): boolean {
  const left = Buffer.from(given);
  const right = Buffer.from(expected);
  return left.length === right.length && timingSafeEqual(left, right);
}
