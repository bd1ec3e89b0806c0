import { createHash } from 'node:crypto';

/** Hash of pieces one after another. */
export function hashOf(algorithm: 'md5' | 'sha256', pieces: readonly Uint8Array[]): Buffer {
  const hash = createHash(algorithm);
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}
