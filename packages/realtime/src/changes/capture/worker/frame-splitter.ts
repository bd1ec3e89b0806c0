import { MalformedLog } from '../pgoutput/malformed-log.ts';
import { ChangeShortener } from './shorten-change.ts';

/** One message of Postgres. */
export interface Frame {
  readonly kind: string;
  readonly body: Buffer;
  /** Its long values were left out. */
  readonly isCut: boolean;
}

/** Bytes in front of each message: its kind and its length, which counts itself. */
const headerSize = 5;

const copyData = 'd';

/**
 * Cuts what comes from Postgres into messages. No more than `largest` bytes of one message are gathered: of a larger
 * change the long values are left out while it passes by. Feed it from between two messages on.
 */
export class FrameSplitter {
  readonly #largest: number;
  readonly #onFrame: (frame: Frame) => void;
  readonly #header = Buffer.alloc(headerSize);
  #headerBytes = 0;
  #kind = '';
  #missing = 0;
  #body: Buffer = Buffer.alloc(0);
  #filled = 0;
  #shortener: ChangeShortener | undefined;

  constructor(largest: number, onFrame: (frame: Frame) => void) {
    this.#largest = largest;
    this.#onFrame = onFrame;
  }

  /** Throws MalformedLog. */
  feed(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#headerBytes < headerSize) {
        at = this.#whole(chunk, at);
        if (at === chunk.length) return;
        at += this.#feedHeader(chunk.subarray(at));
      } else {
        at += this.#feedBody(chunk.subarray(at, at + this.#missing));
      }
      if (this.#headerBytes === headerSize && this.#missing === 0) this.#endFrame();
    }
  }

  /** Hands on the messages that lie whole in the chunk, without copying; gives where the rest begins. */
  #whole(chunk: Buffer, start: number): number {
    let at = start;
    if (this.#headerBytes > 0) return at;
    while (at + headerSize <= chunk.length) {
      const length = chunk.readUInt32BE(at + 1);
      const end = at + 1 + length;
      if (length < 4 || length > this.#largest || end > chunk.length) return at;
      const kind = String.fromCharCode(chunk[at] ?? 0);
      this.#onFrame({ kind, body: chunk.subarray(at + headerSize, end), isCut: false });
      at = end;
    }
    return at;
  }

  #feedHeader(bytes: Buffer): number {
    const step = Math.min(headerSize - this.#headerBytes, bytes.length);
    bytes.copy(this.#header, this.#headerBytes, 0, step);
    this.#headerBytes += step;
    if (this.#headerBytes === headerSize) this.#begin();
    return step;
  }

  #begin(): void {
    const length = this.#header.readUInt32BE(1);
    if (length < 4) throw new MalformedLog('a message has no length');
    this.#kind = String.fromCharCode(this.#header[0] ?? 0);
    this.#missing = length - 4;
    this.#filled = 0;
    if (length <= this.#largest) this.#body = Buffer.allocUnsafe(this.#missing);
    else if (this.#kind === copyData) this.#shortener = new ChangeShortener();
    else throw new MalformedLog(`a message of ${length} bytes is too large`);
  }

  #feedBody(bytes: Buffer): number {
    if (this.#shortener !== undefined) this.#shortener.feed(bytes);
    else bytes.copy(this.#body, this.#filled);
    this.#filled += bytes.length;
    this.#missing -= bytes.length;
    return bytes.length;
  }

  #endFrame(): void {
    const shortener = this.#shortener;
    const body = shortener === undefined ? this.#body : shortener.finish();
    this.#shortener = undefined;
    this.#headerBytes = 0;
    if (body !== undefined)
      this.#onFrame({ kind: this.#kind, body, isCut: shortener !== undefined });
  }
}
