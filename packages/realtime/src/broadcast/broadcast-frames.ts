import { encodeBroadcast } from '../protocol/binary-frames.ts';
import type { ProtocolVersion } from '../protocol/client-message.ts';
import { encodeMessage } from '../protocol/encode-message.ts';
import { binaryFrame, textFrame } from '../sockets/websocket-frames.ts';
import type { BroadcastMessage } from './broadcast-message.ts';

/** The frames of one broadcast, made once per protocol version however many hear it. */
export class BroadcastFrames {
  readonly #message: BroadcastMessage;
  readonly #frames = new Map<ProtocolVersion, Buffer | undefined>();

  constructor(message: BroadcastMessage) {
    this.#message = message;
  }

  /** Undefined where the version has no way to say it: bytes, for version 1. */
  of(version: ProtocolVersion): Buffer | undefined {
    if (!this.#frames.has(version)) this.#frames.set(version, this.#make(version));
    return this.#frames.get(version);
  }

  #make(version: ProtocolVersion): Buffer | undefined {
    const { topic, event, payload, meta, isBinaryFrame = false } = this.#message;
    const joined = `realtime:${topic}`;
    if (typeof payload !== 'string' || (isBinaryFrame && version === '2.0.0')) {
      if (version === '1.0.0') return undefined;
      const metaText = meta === undefined ? '' : JSON.stringify(meta);
      const bytes = encodeBroadcast({ topic: joined, event, meta: metaText, payload });
      if (bytes !== undefined || typeof payload !== 'string') {
        return bytes === undefined ? undefined : binaryFrame(bytes);
      }
    }
    const text = this.#message.envelope ?? envelopeOf(event, payload, meta);
    return textFrame(encodeMessage(version, { topic: joined, event: 'broadcast', payload: text }));
  }
}

function envelopeOf(event: string, payload: string, meta: BroadcastMessage['meta']): string {
  const end = meta === undefined ? '}' : `,"meta":${JSON.stringify(meta)}}`;
  return `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload}${end}`;
}
