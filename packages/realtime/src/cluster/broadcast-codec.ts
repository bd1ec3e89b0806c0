import type { BroadcastMessage } from '../broadcast/broadcast-message.ts';

/**
 * A broadcast between nodes: version, flags, then topic, event, id and envelope (each its length in 4 bytes and its bytes), then the payload
 * to the end.
 */
const version = 1;
const flags = {
  isPrivate: 1,
  isBinary: 2,
  meta: 4,
  replayed: 8,
  envelope: 16,
  binaryFrame: 32,
} as const;
const headSize = 2;

/** The bytes of a message. */
export function encodeBroadcast(message: BroadcastMessage): Uint8Array {
  const { topic, event, meta, envelope, payload } = message;
  const texts = [topic, event, meta?.id ?? '', envelope ?? ''];
  const sizes = texts.map((text) => Buffer.byteLength(text));
  const body = typeof payload === 'string' ? Buffer.byteLength(payload) : payload.length;
  const size = sizes.reduce((sum, each) => sum + 4 + each, headSize + body);
  const bytes = Buffer.allocUnsafe(size);
  bytes[0] = version;
  bytes[1] = flagsOf(message);
  let at = headSize;
  for (const [i, text] of texts.entries()) {
    at = bytes.writeUInt32BE(sizes[i] ?? 0, at);
    at += bytes.write(text, at);
  }
  if (typeof payload === 'string') bytes.write(payload, at);
  else bytes.set(payload, at);
  return bytes;
}

/** Whom a message is for: what is needed to know whether it is worth decoding. */
export interface BroadcastAddress {
  readonly topic: string;
  readonly isPrivate: boolean;
}

/** Undefined where the bytes are no broadcast of this version. */
export function decodeAddress(bytes: Uint8Array): BroadcastAddress | undefined {
  const reader = new Reader(bytes);
  const topic = reader.isKnown ? reader.text() : undefined;
  return topic === undefined ? undefined : { topic, isPrivate: reader.has(flags.isPrivate) };
}

/** Undefined where the bytes are no broadcast of this version. */
export function decodeBroadcast(bytes: Uint8Array): BroadcastMessage | undefined {
  const reader = new Reader(bytes);
  if (!reader.isKnown) return undefined;
  const [topic, event, id, envelope] = [reader.text(), reader.text(), reader.text(), reader.text()];
  if (topic === undefined || event === undefined || id === undefined || envelope === undefined)
    return undefined;
  return {
    topic,
    isPrivate: reader.has(flags.isPrivate),
    event,
    payload: reader.has(flags.isBinary) ? reader.rest() : reader.rest().toString(),
    ...(reader.has(flags.meta) && {
      meta: { id, ...(reader.has(flags.replayed) && { replayed: true }) },
    }),
    ...(reader.has(flags.envelope) && { envelope }),
    ...(reader.has(flags.binaryFrame) && { isBinaryFrame: true }),
  };
}

function flagsOf({ isPrivate, payload, meta, envelope, isBinaryFrame }: BroadcastMessage): number {
  return (
    (isPrivate ? flags.isPrivate : 0) |
    (typeof payload === 'string' ? 0 : flags.isBinary) |
    (meta === undefined ? 0 : flags.meta) |
    (meta?.replayed === true ? flags.replayed : 0) |
    (envelope === undefined ? 0 : flags.envelope) |
    (isBinaryFrame === true ? flags.binaryFrame : 0)
  );
}

class Reader {
  readonly #bytes: Buffer;
  #at = headSize;

  constructor({ buffer, byteOffset, byteLength }: Uint8Array) {
    this.#bytes = Buffer.from(buffer, byteOffset, byteLength);
  }

  get isKnown(): boolean {
    return this.#bytes.length >= headSize && this.#bytes[0] === version;
  }

  has(flag: number): boolean {
    return ((this.#bytes[1] ?? 0) & flag) !== 0;
  }

  /** Undefined where the bytes end before it does. */
  text(): string | undefined {
    if (this.#bytes.length - this.#at < 4) return undefined;
    const start = this.#at + 4;
    const end = start + this.#bytes.readUInt32BE(this.#at);
    if (end > this.#bytes.length) return undefined;
    this.#at = end;
    return this.#bytes.toString('utf8', start, end);
  }

  rest(): Buffer {
    return this.#bytes.subarray(this.#at);
  }
}
