import { type CryptoKey, compactVerify, decodeProtectedHeader, errors, importJWK } from 'jose';
import type { Claims } from '../caller.ts';
import type { Clock } from '../clock.ts';
import { checkClaims } from './check-claims.ts';
import { JwtError } from './jwt-error.ts';

/** A JSON Web Key (RFC 7517) as far as signatures need it. */
export interface Jwk {
  readonly kty: 'oct' | 'EC' | 'RSA' | 'OKP';
  readonly kid?: string;
  readonly alg?: string;
  readonly use?: string;
  readonly key_ops?: string[];
  readonly [parameter: string]: unknown;
}

export interface KeySetOptions {
  readonly clock: Clock;
  /** Clock skew to forgive, in seconds. PostgREST forgives 30. */
  readonly leeway?: number;
  /** Required audience; without it `aud` is not looked at. */
  readonly audience?: string;
}

interface Verifier {
  readonly kid: string | undefined;
  readonly algorithm: string;
  readonly key: CryptoKey | Uint8Array;
}

const algorithms: Readonly<Record<Jwk['kty'], readonly string[]>> = {
  oct: ['HS256', 'HS384', 'HS512'],
  RSA: ['RS256', 'RS384', 'RS512'],
  EC: ['ES256', 'ES384', 'ES512'],
  OKP: ['EdDSA'],
};

const curveAlgorithm: Readonly<Record<string, string>> = {
  'P-256': 'ES256',
  'P-384': 'ES384',
  'P-521': 'ES512',
};

function algorithmsOf(jwk: Jwk): readonly string[] {
  if (jwk.alg !== undefined) return algorithms[jwk.kty].includes(jwk.alg) ? [jwk.alg] : [];
  if (jwk.kty !== 'EC') return algorithms[jwk.kty];
  const algorithm = curveAlgorithm[String(jwk.crv)];
  return algorithm === undefined ? [] : [algorithm];
}

/**
 * The keys that sign a project's tokens. A token is verified only by a key of its own algorithm, so a
 * public key can never be taken for a shared secret, and `none` verifies with nothing.
 */
export class KeySet {
  readonly #verifiers: readonly Verifier[];
  readonly #options: KeySetOptions;

  private constructor(verifiers: readonly Verifier[], options: KeySetOptions) {
    this.#verifiers = verifiers;
    this.#options = options;
  }

  /** Imports the keys. A private key verifies too: only its public part is used. */
  static async from(jwks: readonly Jwk[], options: KeySetOptions): Promise<KeySet> {
    const verifiers: Verifier[] = [];
    for (const jwk of jwks) {
      const { d: _, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, key_ops: _ops, ...shared } = jwk;
      for (const algorithm of algorithmsOf(jwk)) {
        const key = await importJWK(shared, algorithm);
        verifiers.push({ kid: jwk.kid, algorithm, key });
      }
    }
    return new KeySet(verifiers, options);
  }

  /** The claims of a token that is whole, signed by one of these keys and in its time. Throws JwtError. */
  async verify(token: string): Promise<Claims> {
    const claims = await this.#verifySignature(token);
    checkClaims(claims, this.#options);
    return claims;
  }

  async #verifySignature(token: string): Promise<Claims> {
    const { kid, alg } = readHeader(token);
    const sameAlgorithm = this.#verifiers.filter((each) => each.algorithm === alg);
    // A token without kid is of the time before key rotation: any key of its algorithm may verify it.
    // A key without kid verifies tokens of any kid, as a bare shared secret does.
    const candidates = sameAlgorithm.filter(
      (each) => kid === undefined || each.kid === undefined || each.kid === kid,
    );
    if (candidates.length === 0) {
      throw new JwtError('no_key', 'No suitable key or wrong key type');
    }
    for (const candidate of candidates) {
      try {
        const { payload } = await compactVerify(token, candidate.key, { algorithms: [alg] });
        return parseClaims(payload);
      } catch (error) {
        if (error instanceof errors.JWSSignatureVerificationFailed) continue;
        if (error instanceof JwtError) throw error;
        throw new JwtError('malformed', 'JWT cryptographic operation failed');
      }
    }
    throw new JwtError('signature', 'JWT cryptographic operation failed');
  }
}

function readHeader(token: string): { kid: string | undefined; alg: string } {
  if (token === '') throw new JwtError('empty', 'Empty JWT is sent in Authorization header');
  const parts = token.split('.').length;
  if (parts !== 3) throw new JwtError('malformed', `Expected 3 parts in JWT; got ${parts}`);
  let header: ReturnType<typeof decodeProtectedHeader>;
  try {
    header = decodeProtectedHeader(token);
  } catch {
    throw new JwtError('malformed', 'JWT cryptographic operation failed');
  }
  if (typeof header.alg !== 'string' || header.alg.toLowerCase() === 'none') {
    throw new JwtError('algorithm', 'Wrong or unsupported encoding algorithm');
  }
  return { kid: typeof header.kid === 'string' ? header.kid : undefined, alg: header.alg };
}

function parseClaims(payload: Uint8Array): Claims {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(payload).toString('utf8'));
  } catch {
    throw new JwtError('claims', 'Parsing claims failed');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new JwtError('claims', 'Parsing claims failed');
  }
  return value as Claims;
}
