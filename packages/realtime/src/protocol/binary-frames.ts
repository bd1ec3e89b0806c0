import { isUtf8 } from 'node:buffer';
import { type BinaryPush, type ClientMessage, MalformedFrame } from './client-message.ts';

/** First byte of a broadcast that a client pushes, and of one that the server sends. */
const kinds = { push: 3, broadcast: 4 } as const;

/** How the payload of a binary frame is written. */
const encodings = { bytes: 0, json: 1 } as const;

/** Lengths of names are single bytes. */
const longestName = 255;

/** `[3, lengths of join_ref, ref, topic, event, meta, encoding]`, those texts, payload. Throws MalformedFrame. */
export function decodePush(data: Buffer): ClientMessage {
  if (data.length < 7 || data[0] !== kinds.push) throw new MalformedFrame('not a binary push');
  let offset = 7;
  const text = (length: number): string => {
    const end = offset + length;
    if (end > data.length) throw new MalformedFrame('shorter than it says');
    const bytes = data.subarray(offset, end);
    if (!isUtf8(bytes)) throw new MalformedFrame('not UTF-8');
    offset = end;
    return bytes.toString('utf8');
  };
  const joinRef = text(data.readUInt8(1));
  const ref = text(data.readUInt8(2));
  const topic = text(data.readUInt8(3));
  const event = text(data.readUInt8(4));
  // What the client says about the message is for nobody yet.
  text(data.readUInt8(5));
  const payload = payloadOf(data.subarray(offset), data.readUInt8(6));
  return {
    joinRef: joinRef === '' ? null : joinRef,
    ref: ref === '' ? null : ref,
    topic,
    event: 'broadcast',
    payload: null,
    push: { event, payload },
  };
}

/** JSON is checked here: what is passed on as JSON must not break, or be taken for something else, at its receivers. */
function payloadOf(bytes: Buffer, encoding: number): BinaryPush['payload'] {
  if (encoding === encodings.bytes) return bytes;
  if (!isUtf8(bytes)) throw new MalformedFrame('not UTF-8');
  const text = bytes.toString('utf8');
  try {
    JSON.parse(text);
  } catch {
    throw new MalformedFrame('the payload is not JSON');
  }
  return text;
}

/** What a broadcast frame says. */
export interface BroadcastFrame {
  readonly topic: string;
  readonly event: string;
  /** JSON text; empty: nothing. */
  readonly meta: string;
  /** JSON text, or bytes as they are. */
  readonly payload: string | Uint8Array;
}

/** `[4, lengths of topic, event, meta, encoding]`, those texts, payload; undefined where a text is too long for it. */
export function encodeBroadcast(frame: BroadcastFrame): Buffer | undefined {
  const { payload } = frame;
  const names = [frame.topic, frame.event, frame.meta].map((name) => Buffer.from(name));
  if (names.some((name) => name.length > longestName)) return undefined;
  const isJson = typeof payload === 'string';
  const head = [
    kinds.broadcast,
    ...names.map((name) => name.length),
    isJson ? encodings.json : encodings.bytes,
  ];
  return Buffer.concat([Buffer.from(head), ...names, isJson ? Buffer.from(payload) : payload]);
}
