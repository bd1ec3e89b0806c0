import { randomBytes } from 'node:crypto';

/** Opcodes of RFC 6455. */
export const opcodes = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** A frame as a client sends it: masked, as the protocol wants it; a mask of zeroes leaves the bytes as they are. */
export function clientFrame(opcode: number, payload: Uint8Array): Buffer {
  const { length } = payload;
  const extra = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const frame = Buffer.alloc(6 + extra + length);
  frame[0] = 0x80 | opcode;
  frame[1] = 0x80 | (extra === 0 ? length : extra === 2 ? 126 : 127);
  if (extra === 2) frame.writeUInt16BE(length, 2);
  if (extra === 8) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.set(payload, 6 + extra);
  return frame;
}

/** The request that turns a connection into a WebSocket. */
export function upgradeRequest({ pathname, search, host }: URL): string {
  return [
    `GET ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    '\r\n',
  ].join('\r\n');
}

/** Takes one frame of the server: its payload is `data` from `start` to `end`, and changes after the call. */
export type TakeFrame = (opcode: number, data: Buffer, start: number, end: number) => void;

/** Cuts what a server sends into frames, without copying whole ones. */
export class FrameReader {
  readonly #take: TakeFrame;
  #rest: Buffer | undefined;

  constructor(take: TakeFrame) {
    this.#take = take;
  }

  /** The buffer may be used again after the call. */
  read(chunk: Buffer): void {
    const data = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    while (data.length - at >= 2) {
      const short = (data[at + 1] ?? 0) & 0x7f;
      const header = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (data.length - at < header) break;
      const length =
        short < 126
          ? short
          : short === 126
            ? data.readUInt16BE(at + 2)
            : Number(data.readBigUInt64BE(at + 2));
      const start = at + header;
      if (data.length < start + length) break;
      this.#take((data[at] ?? 0) & 0x0f, data, start, start + length);
      at = start + length;
    }
    this.#rest = at === data.length ? undefined : Buffer.from(data.subarray(at));
  }
}
