import type { Logger } from '@plinth/kernel';

/** Turns passwords into bcrypt hashes and compares them; never on the event loop for long. */
export interface PasswordHasher {
  /** `$2a$…`, which Go's and pgcrypto's bcrypt read too. */
  hash(password: string, cost: number): Promise<string>;
  /** False for a wrong password and for anything that is no bcrypt hash. */
  verify(password: string, hash: string): Promise<boolean>;
}

/** bcrypt in native threads where the platform has a binary, else in JavaScript, in slices. */
export async function loadHasher(logger: Logger): Promise<PasswordHasher> {
  try {
    return await nativeHasher();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    logger.warn({ reason }, 'no native bcrypt for this platform: sign-ins are slower');
    return scriptHasher();
  }
}

/** @node-rs/bcrypt: on libuv's threads. Rejects where the platform has no binary. */
export async function nativeHasher(): Promise<PasswordHasher> {
  const { hash, verify } = await import('@node-rs/bcrypt');
  return {
    hash: (password, cost) => hash(password, { cost, version: '2a' }),
    verify: (password, encoded) => verify(password, encoded),
  };
}

/** bcryptjs: yields to the event loop at least every 100 ms. */
export async function scriptHasher(): Promise<PasswordHasher> {
  const { default: bcrypt } = await import('bcryptjs');
  return {
    hash: async (password, cost) => {
      const encoded = await bcrypt.hash(password, cost);
      return encoded.replace(/^\$2[by]\$/, '$2a$');
    },
    verify: (password, encoded) => bcrypt.compare(password, encoded),
  };
}
