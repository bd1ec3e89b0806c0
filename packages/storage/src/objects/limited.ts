import type { ByteSource } from '../backends/blob-store.ts';
import { storageError } from '../errors.ts';

/** The bytes of `source`; throws `EntityTooLarge` at the first byte beyond `limit`. */
export async function* limited(source: ByteSource, limit: number): ByteSource {
  let taken = 0;
  for await (const chunk of source) {
    taken += chunk.byteLength;
    if (taken > limit) throw storageError('EntityTooLarge');
    yield chunk;
  }
}
