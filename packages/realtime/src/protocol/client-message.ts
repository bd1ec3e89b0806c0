import type { Json } from '@plinth/kernel';

/** Version of the wire protocol that a socket speaks. */
export type ProtocolVersion = '1.0.0' | '2.0.0';

/** What a client calls a message by; echoed as it came. */
export type Ref = string | number | null;

/** The number that a ref is, 0 where it is none that counts: most clients number their messages. */
export function numberOf(ref: Ref): number {
  const number = ref === null ? 0 : Number(ref);
  // It is compared, and stored as a bigint beside those of others.
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}

/** One message from a client. */
export interface ClientMessage {
  /** The `ref` of the join that the channel came from; clients of version 1 send none. */
  readonly joinRef: Ref;
  readonly ref: Ref;
  readonly topic: string;
  readonly event: string;
  /** A binary push has none: its content is `push`. */
  readonly payload: Json;
  readonly push?: BinaryPush;
}

/** A broadcast that came as a binary frame (kind 3); its event is not the message's, which is `broadcast`. */
export interface BinaryPush {
  readonly event: string;
  /** JSON text (checked to be that), or bytes as they are. */
  readonly payload: string | Uint8Array;
}

/** Bytes that are no message of the protocol; nothing else is ever thrown for what a client sends. */
export class MalformedFrame extends Error {}
