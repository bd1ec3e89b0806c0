/** Bytes for all nodes that listen on a channel. */
export interface ChannelFrame {
  readonly channel: string;
  readonly frame: Uint8Array;
}

/** What an open link reports by itself. */
export interface LinkEvents {
  /** The connection is gone; the link is of no use any more. */
  lost(reason: Error): void;
  /** The link works, but frames may have been missed. */
  missed(): void;
}

/** One connection to an engine, from connect to its loss. */
export interface BusLink {
  /** Largest frame in bytes. */
  readonly largestFrame: number;
  /** Resolves once the engine has taken them, in order; rejects where some may not have arrived. One call at a time. */
  send(frames: readonly ChannelFrame[]): Promise<void>;
  /** Resolves once no later frame is missed. */
  subscribe(channel: string, receive: (frame: Uint8Array) => void): Promise<void>;
  unsubscribe(channel: string): Promise<void>;
  /** Never rejects. */
  close(): Promise<void>;
}

/** A way to carry frames between nodes: Postgres, Redis or NATS. */
export interface BusEngine {
  readonly name: string;
  /** Rejects where it cannot be reached within a few seconds. */
  connect(events: LinkEvents): Promise<BusLink>;
}

/** Longest wait for an answer of an engine, in milliseconds. */
export const engineTimeout = 5_000;
