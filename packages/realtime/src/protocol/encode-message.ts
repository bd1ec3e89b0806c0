import type { ProtocolVersion, Ref } from './client-message.ts';

/** Where a message from the server belongs. */
export interface ServerMessage {
  /** Set in what is for one channel alone; version 1 has no place for it. */
  readonly joinRef?: Ref;
  readonly ref?: Ref;
  readonly topic: string;
  readonly event: string;
  /** JSON text. */
  readonly payload: string;
}

/** The text frame of a message. */
export function encodeMessage(version: ProtocolVersion, message: ServerMessage): string {
  const { joinRef = null, ref = null, payload } = message;
  const topic = JSON.stringify(message.topic);
  const event = JSON.stringify(message.event);
  if (version === '1.0.0') {
    return `{"topic":${topic},"event":${event},"payload":${payload},"ref":${JSON.stringify(ref)}}`;
  }
  return `[${JSON.stringify(joinRef)},${JSON.stringify(ref)},${topic},${event},${payload}]`;
}
