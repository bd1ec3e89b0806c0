import type { ByteSource } from '../blob-store.ts';

/** Most bytes that all contents gathered at one moment hold. */
const room = 16_777_216;

/** Most pieces of one content: each costs memory of its own, however small it is. */
const mostChunks = 64;

/** All bytes of a source, or the same bytes as a source to be streamed. */
type Gathered = { readonly whole: readonly Uint8Array[] } | { readonly stream: ByteSource };

/** Holds small contents in memory until they are whole, within a bound that no number of senders can stretch. */
export class Gatherer {
  readonly #largest: number;
  #held = 0;

  /** `largest`: most bytes of one content. */
  constructor(largest: number) {
    this.#largest = largest;
  }

  /** A stream where the content is too large, or too much is held already. Throws what `source` throws. */
  async gather(source: ByteSource): Promise<Gathered> {
    const iterator = source[Symbol.asyncIterator]();
    const chunks: Uint8Array[] = [];
    let size = 0;
    try {
      while (size <= this.#largest && chunks.length < mostChunks && this.#held <= room) {
        const next = await iterator.next();
        if (next.done === true) return { whole: chunks };
        chunks.push(next.value);
        size += next.value.byteLength;
        this.#held += next.value.byteLength;
      }
      return { stream: resumed(chunks, iterator) };
    } finally {
      this.#held -= size;
    }
  }
}

/** What was taken from the iterator already, then the rest of it. */
async function* resumed(
  chunks: readonly Uint8Array[],
  iterator: AsyncIterator<Uint8Array>,
): ByteSource {
  try {
    yield* chunks;
    yield* { [Symbol.asyncIterator]: () => iterator };
  } finally {
    await iterator.return?.();
  }
}
