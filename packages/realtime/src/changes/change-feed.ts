import type { Caller } from '@plinth/kernel';

/** One entry of `config.postgres_changes` of a join, as the client sent it (types checked, nothing else). */
export interface ChangeBinding {
  /** `*`, `INSERT`, `UPDATE` or `DELETE`, in any case. */
  readonly event: string;
  readonly schema: string;
  /** Absent or `*`: every table of the schema. */
  readonly table?: string;
  /** `col=op.value`, several joined by commas. */
  readonly filter?: string;
  readonly select?: readonly string[];
}

/** One change for one subscription. */
export interface ChangeEvent {
  /** Ids of the bindings that it matches, ascending. */
  readonly ids: readonly number[];
  /**
   * JSON text of the protocol's `data`: schema, table, commit_timestamp, type, columns, record, old_record, errors. The same string object for
   * all subscriptions that see the same.
   */
  readonly data: string;
}

export interface SubscribeRequest {
  readonly caller: Caller;
  readonly bindings: readonly ChangeBinding[];
  /**
   * Names the subscriber across connections (session or user, topic, bindings): who returns with the same name
   * within the window first gets what was missed. Several may have one name.
   */
  readonly resumeName: string;
  /** Number of the join, by which a client that returns is told from one that begins anew. */
  readonly ref: number;
  /** Highest number that a message of the client has had. */
  readonly lastRef: () => number;
  /** Where the client is. */
  readonly address: string;
  /** Asks the client whether it is still there; one that does not answer is `dropped` before this resolves. */
  readonly probe: () => Promise<void>;
  /** Explicit catch-up: milliseconds since 1970. */
  readonly since?: number;
  /** Called in commit order, never before `subscribe` has resolved. */
  readonly deliver: (event: ChangeEvent) => void;
  /** The text of a `system` message of status error; the channel stays. */
  readonly fail: (message: string) => void;
}

/** What one channel receives. */
export interface ChangeSubscription {
  /** Of each binding, in order, duplicates included: a 27-bit hash of its parameters. */
  readonly ids: readonly number[];
  /** Resolves when it streams (then `Subscribed to PostgreSQL` is told); rejects with an Error of upstream's text. */
  readonly streaming: Promise<void>;
  /** New claims for the same bindings (`access_token`). */
  renew(caller: Caller): void;
  /**
   * `left`: the client said good-bye; `dropped`: the connection broke and may come back. `heardAt` is when the client
   * was last heard, in milliseconds since 1970.
   */
  end(how: 'left' | 'dropped', heardAt?: number): void;
}

/** Database changes for channels. */
export interface ChangeFeed {
  /** Registers at once; nothing committed after `streaming` has resolved is missed. Never throws. */
  subscribe(request: SubscribeRequest): ChangeSubscription;
}
