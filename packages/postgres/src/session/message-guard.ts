/** Bytes in front of each message of Postgres: its kind and its length. */
const headerSize = 5;

/**
 * Follows the messages in a stream of Postgres by their headers alone, and calls `onTooLarge` as soon as one
 * says that it is larger than allowed: before it has been gathered in memory. Feed it every chunk, beginning
 * between two messages.
 */
export class MessageGuard {
  readonly #largest: number;
  readonly #onTooLarge: (bytes: number) => void;
  readonly #header = Buffer.alloc(headerSize);
  #headerBytes = 0;
  /** Bytes of the current message that are still to come. */
  #skip = 0;

  constructor(largest: number, onTooLarge: (bytes: number) => void) {
    this.#largest = largest;
    this.#onTooLarge = onTooLarge;
  }

  readonly feed = (chunk: Uint8Array): void => {
    let at = 0;
    while (at < chunk.length) {
      if (this.#skip > 0) {
        const step = Math.min(this.#skip, chunk.length - at);
        this.#skip -= step;
        at += step;
        continue;
      }
      const step = Math.min(headerSize - this.#headerBytes, chunk.length - at);
      this.#header.set(chunk.subarray(at, at + step), this.#headerBytes);
      this.#headerBytes += step;
      at += step;
      if (this.#headerBytes === headerSize) this.#endHeader();
    }
  };

  /** The length counts itself (4 bytes), not the kind. */
  #endHeader(): void {
    const length = this.#header.readUInt32BE(1);
    this.#headerBytes = 0;
    this.#skip = length - 4;
    if (length > this.#largest) this.#onTooLarge(length);
  }
}
