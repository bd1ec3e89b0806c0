import type { JsonObject, Jwk } from '@plinth/kernel';
import { CompactSign, type CryptoKey, importJWK } from 'jose';

export interface SigningKeys {
  /** Shared secret of HS256. */
  readonly jwtSecret: string;
  /** Private ES256 key with a `kid`. */
  readonly signingKey?: Jwk;
  /** Further public keys to show: tokens that they signed are still about. Private parts are left out. */
  readonly published?: readonly Jwk[];
  readonly algorithm: 'ES256' | 'HS256';
}

interface Signer {
  readonly header: { readonly alg: string; readonly typ: string; readonly kid?: string };
  readonly key: CryptoKey | Uint8Array;
}

/** Signs access tokens. Without a private key, or by choice, with the shared secret. */
export class TokenSigner {
  readonly #signer: Promise<Signer>;
  readonly #published: readonly Jwk[];

  constructor(keys: SigningKeys) {
    const own = keys.signingKey === undefined ? [] : [keys.signingKey];
    this.#published = [...own, ...(keys.published ?? [])]
      .filter(({ kty }) => kty !== 'oct')
      .map(publicKey);
    this.#signer = makeSigner(keys);
    // Whoever signs hears of a key that cannot be used; nobody else has to.
    this.#signer.catch(() => {});
  }

  /** Rejects where the key cannot be used. */
  async ready(): Promise<void> {
    await this.#signer;
  }

  /** The public keys, as /.well-known/jwks.json shows them; never a shared secret. */
  get published(): readonly Jwk[] {
    return this.#published;
  }

  /** The claims as a signed token, in their order. */
  async sign(claims: JsonObject): Promise<string> {
    const { header, key } = await this.#signer;
    const payload = new TextEncoder().encode(JSON.stringify(claims));
    return new CompactSign(payload).setProtectedHeader(header).sign(key);
  }
}

async function makeSigner({ algorithm, signingKey, jwtSecret }: SigningKeys): Promise<Signer> {
  if (algorithm === 'HS256' || signingKey === undefined) {
    return { header: { alg: 'HS256', typ: 'JWT' }, key: new TextEncoder().encode(jwtSecret) };
  }
  const { kid, key_ops: _, ...jwk } = signingKey;
  return {
    header: { alg: 'ES256', ...(kid !== undefined && { kid }), typ: 'JWT' },
    key: await importJWK(jwk, 'ES256'),
  };
}

/** The public part of an asymmetric key. */
function publicKey({ kty, crv, x, y, n, e, kid, alg }: Jwk): Jwk {
  const members = {
    alg: alg ?? 'ES256',
    crv,
    e,
    key_ops: ['verify'],
    kid,
    kty,
    n,
    use: 'sig',
    x,
    y,
  };
  const known = Object.entries(members).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(known), kty };
}
