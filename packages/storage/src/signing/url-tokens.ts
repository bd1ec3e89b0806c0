import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock, JsonObject } from '@plinth/kernel';
import { storageError } from '../errors.ts';

/** What a signed URL is good for: a token for one can never be used for the other. */
export type UrlScope = 'download' | 'upload';

/** Claims of a signed URL's token. */
export interface UrlClaims {
  /** `bucket/key`. */
  readonly url: string;
  readonly scope?: UrlScope;
  /** Of upload tokens: whether an object may be replaced. */
  readonly upsert?: boolean;
  /** Of upload tokens: the user who signed and will own the object. */
  readonly owner?: string;
  /** Of image tokens: `height:200,width:200…`. */
  readonly transformations?: string;
  readonly format?: string;
  readonly iat: number;
  /** Seconds since 1970. */
  readonly exp: number;
}

/** Longest token looked at, in characters. */
const longest = 16_384;

const header = encode({ alg: 'HS256', typ: 'JWT' });

/** Signs and verifies the tokens in signed URLs: HS256 with the project's JWT secret, as upstream. */
export class UrlTokens {
  readonly #secret: string;
  readonly #clock: Clock;

  constructor(secret: string, clock: Clock) {
    this.#secret = secret;
    this.#clock = clock;
  }

  /** `life` in seconds. `url` and `scope` are claims of ours alone: nothing a user sends becomes a claim name. */
  sign(claims: Omit<UrlClaims, 'iat' | 'exp'>, life: number): string {
    const iat = Math.floor(this.#clock.now() / 1000);
    const body = `${header}.${encode({ ...claims, iat, exp: iat + life })}`;
    return `${body}.${this.#signature(body).toString('base64url')}`;
  }

  /** The claims of a token for this very object and use. Throws `InvalidJWT` or `InvalidSignature`. */
  verify(token: string, url: string, scope: UrlScope): UrlClaims {
    const claims = this.#claims(token);
    if (claims.exp * 1000 <= this.#clock.now()) throw invalid('"exp" claim timestamp check failed');
    if (scopeOf(claims) !== scope) {
      throw storageError('InvalidSignature', { message: `Token is not scoped for ${scope}` });
    }
    if (claims.url !== url) throw storageError('InvalidSignature');
    return claims;
  }

  #claims(token: string): UrlClaims {
    const parts = token.length <= longest ? token.split('.') : [];
    const [head, payload, signature] = parts;
    if (parts.length !== 3 || head === undefined || payload === undefined) {
      throw invalid('Invalid Compact JWS');
    }
    // The header is ours to the letter or not looked into: no algorithm of the sender's choice.
    if (decode(head)?.alg !== 'HS256') {
      throw invalid('"alg" (Algorithm) Header Parameter value not allowed');
    }
    const given = Buffer.from(signature ?? '', 'base64url');
    const expected = this.#signature(`${head}.${payload}`);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw invalid('signature verification failed');
    }
    const claims = decode(payload);
    if (claims === undefined || typeof claims.url !== 'string' || typeof claims.exp !== 'number') {
      throw storageError('InvalidSignature');
    }
    return claims as unknown as UrlClaims;
  }

  #signature(body: string): Buffer {
    return createHmac('sha256', this.#secret).update(body).digest();
  }
}

/** Tokens of older servers carry no scope: those with `upsert` were for uploads. */
function scopeOf(claims: UrlClaims): UrlScope | undefined {
  if (claims.scope !== undefined) return claims.scope;
  return 'upsert' in claims ? 'upload' : 'download';
}

function invalid(message: string): Error {
  return storageError('InvalidJWT', { message });
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decode(part: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
