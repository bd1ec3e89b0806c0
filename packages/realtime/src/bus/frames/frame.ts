/**
 * What goes over an engine: `P`, version, kind, 0, the sender's uuid (16 bytes), its number on this channel (4 bytes), then either whole
 * messages (length in 4 bytes, bytes)… or a part of one (size of the message, offset of the part, bytes). Big-endian.
 */
export type Frame = WholeFrame | PartFrame;

interface FrameHead {
  /** Uuid of the node. */
  readonly sender: string;
  /** Counts the frames of the sender on the channel; after 2³² − 1 comes 0. */
  readonly number: number;
}

/** Some messages, all of them whole. */
export interface WholeFrame extends FrameHead {
  readonly kind: 'whole';
  readonly messages: readonly Uint8Array[];
}

/** One piece of a message that is larger than a frame. */
export interface PartFrame extends FrameHead {
  readonly kind: 'part';
  /** Bytes of the message. */
  readonly size: number;
  readonly offset: number;
  readonly bytes: Uint8Array;
}

const magic = 0x50;
const version = 1;
const kinds = { whole: 0, part: 1 } as const;
const headSize = 24;

/** Largest message that the bus carries, in bytes. */
export const largestMessage = 8_000_000;

/** Bytes of a frame besides its messages: the head, and the length of a single message or the place of a part. */
export const frameOverhead: number = headSize + 8;

/** Bytes of a frame of whole messages per message. */
export const messageOverhead = 4;

export function encodeWhole({ sender, number, messages }: Omit<WholeFrame, 'kind'>): Uint8Array {
  const size = messages.reduce((sum, { length }) => sum + messageOverhead + length, headSize);
  const frame = headed(size, kinds.whole, sender, number);
  let at = headSize;
  for (const message of messages) {
    at = frame.writeUInt32BE(message.length, at);
    frame.set(message, at);
    at += message.length;
  }
  return frame;
}

export function encodePart({
  sender,
  number,
  size,
  offset,
  bytes,
}: Omit<PartFrame, 'kind'>): Uint8Array {
  const frame = headed(headSize + 8 + bytes.length, kinds.part, sender, number);
  frame.writeUInt32BE(size, headSize);
  frame.writeUInt32BE(offset, headSize + 4);
  frame.set(bytes, headSize + 8);
  return frame;
}

/** Undefined where the bytes are no frame: another version, or something else that got onto the channel. */
export function decodeFrame(bytes: Uint8Array): Frame | undefined {
  const frame = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (frame.length < headSize || frame[0] !== magic || frame[1] !== version || frame[3] !== 0)
    return undefined;
  const head = { sender: uuidOf(frame), number: frame.readUInt32BE(20) };
  if (frame[2] === kinds.whole) {
    const messages = splitMessages(frame);
    return messages && { kind: 'whole', ...head, messages };
  }
  if (frame[2] !== kinds.part || frame.length <= headSize + 8) return undefined;
  const [size, offset] = [frame.readUInt32BE(headSize), frame.readUInt32BE(headSize + 4)];
  const part = frame.subarray(headSize + 8);
  if (size > largestMessage || offset + part.length > size) return undefined;
  return { kind: 'part', ...head, size, offset, bytes: part };
}

function splitMessages(frame: Buffer): Uint8Array[] | undefined {
  const messages: Uint8Array[] = [];
  let at = headSize;
  while (at < frame.length) {
    if (frame.length - at < messageOverhead) return undefined;
    const end = at + messageOverhead + frame.readUInt32BE(at);
    if (end > frame.length) return undefined;
    messages.push(frame.subarray(at + messageOverhead, end));
    at = end;
  }
  return messages;
}

function headed(size: number, kind: number, sender: string, number: number): Buffer {
  const frame = Buffer.allocUnsafe(size);
  frame.set([magic, version, kind, 0]);
  frame.write(sender.replaceAll('-', ''), 4, 16, 'hex');
  frame.writeUInt32BE(number, 20);
  return frame;
}

function uuidOf(frame: Buffer): string {
  const hex = frame.toString('hex', 4, 20);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
