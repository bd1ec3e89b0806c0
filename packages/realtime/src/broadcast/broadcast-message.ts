/** A broadcast on its way to everyone on a topic. */
export interface BroadcastMessage {
  /** Without the `realtime:` prefix. */
  readonly topic: string;
  /** Public and private topics of one name are separate. */
  readonly isPrivate: boolean;
  readonly event: string;
  /** JSON text, or bytes as they are. */
  readonly payload: string | Uint8Array;
  /** Messages from the database have an id; `replayed` where they are old. */
  readonly meta?: { readonly id: string; readonly replayed?: boolean };
  /** The whole payload of a text frame as its sender wrote it (JSON text), which need not hold event and payload. */
  readonly envelope?: string;
  /** True for JSON that came as a binary frame or by the call for a single message: version 2 gets it as a binary frame. */
  readonly isBinaryFrame?: boolean;
}

/** Hands a message to everyone who is on its topic, on every node. */
export interface Broadcaster {
  broadcast(message: BroadcastMessage): void;
}

/** What a join may ask for: the last messages of a private topic. */
export interface ReplayRequest {
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly limit: number;
}

/** Stored messages of private topics. */
export interface MessageReplay {
  /** The newest `limit` since then, oldest first, each with `meta.replayed`. */
  replay(topic: string, request: ReplayRequest): Promise<readonly BroadcastMessage[]>;
}
