import { MalformedLog } from './malformed-log.ts';

/** Reads the fields of one message, never beyond its end. Throws MalformedLog. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  uint8(): number {
    return this.#bytes.readUInt8(this.#step(1));
  }

  uint16(): number {
    return this.#bytes.readUInt16BE(this.#step(2));
  }

  int32(): number {
    return this.#bytes.readInt32BE(this.#step(4));
  }

  uint32(): number {
    return this.#bytes.readUInt32BE(this.#step(4));
  }

  uint64(): bigint {
    return this.#bytes.readBigUInt64BE(this.#step(8));
  }

  int64(): bigint {
    return this.#bytes.readBigInt64BE(this.#step(8));
  }

  /** One byte as a character. */
  letter(): string {
    return String.fromCharCode(this.uint8());
  }

  /** `length` bytes of UTF-8. */
  text(length: number): string {
    const at = this.#step(length);
    return this.#bytes.toString('utf8', at, at + length);
  }

  /** UTF-8 that ends with a zero byte. */
  cstring(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    if (end === -1) throw new MalformedLog('a name has no end');
    const text = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end + 1;
    return text;
  }

  /** The message must have been read whole. */
  end(): void {
    if (this.#at !== this.#bytes.length) throw new MalformedLog('a message is longer than it says');
  }

  #step(length: number): number {
    const at = this.#at;
    if (length < 0 || at + length > this.#bytes.length)
      throw new MalformedLog('a message is shorter than it says');
    this.#at = at + length;
    return at;
  }
}
