/** GET /console/v1/projects/:ref/realtime: how realtime is, on the node that answers. */
export interface RealtimeStatus {
  /** Open sockets. */
  readonly clients: number;
  readonly channels: {
    readonly publicTopics: number;
    readonly privateTopics: number;
    /** A topic that two clients have joined counts twice. */
    readonly joins: number;
  };
  readonly changes: {
    /** Channels that receive database changes. */
    readonly subscribers: number;
    /** Those whose connection broke, who may come back for what they miss. */
    readonly remembered: number;
  };
  /** The log of Postgres as it is read; `closed` where nobody listens. */
  readonly stream: {
    readonly state: 'closed' | 'opening' | 'streaming' | 'broken';
    readonly slot: string;
    /** Bytes of log that Postgres keeps for the slot. */
    readonly lagBytes: number;
    readonly lastError: string | null;
  };
  readonly limits: {
    readonly privateOnly: boolean;
    readonly connections: number;
    readonly channelsPerClient: number;
    readonly joinsPerSecond: number;
    readonly eventsPerSecond: number;
    readonly presencePerSecond: number;
    /** Bytes. */
    readonly payloadSize: number;
  };
}

/** GET …/realtime/clients?search=&limit=&before=: the newest first. */
export interface RealtimeClients {
  readonly clients: readonly RealtimeClient[];
  /** Clients that fit, on all pages. */
  readonly total: number;
  /** `before` of the next page; null on the last. */
  readonly next: number | null;
}

export interface RealtimeClient {
  /** Counts the connections since the server started. */
  readonly id: number;
  /** `member` is Studio. */
  readonly kind: 'anonymous' | 'publishable' | 'secret' | 'user' | 'member';
  readonly role: string;
  readonly userId: string | null;
  readonly address: string;
  readonly connectedAt: string;
  readonly lastHeardAt: string;
  readonly channels: number;
  /** The first of them. */
  readonly topics: readonly { readonly topic: string; readonly isPrivate: boolean }[];
  /** What was sent and the client has not taken yet. */
  readonly waitingBytes: number;
}

/** GET …/realtime/channels?search=&limit=: joined topics, those with the most members first. */
export interface RealtimeChannels {
  readonly channels: readonly RealtimeChannel[];
  /** Topics that fit. */
  readonly total: number;
}

export interface RealtimeChannel {
  readonly topic: string;
  readonly isPrivate: boolean;
  readonly members: number;
  /** Members that asked to be told who is there. */
  readonly presence: number;
  /** What changes of the database members ask for: `INSERT public.notes, room=eq.1`. */
  readonly bindings: readonly string[];
}

/** POST …/realtime/rights: what the policies say about a private topic. */
export interface TopicRightsQuery {
  readonly topic: string;
  readonly as: { readonly role: TopicRole } | { readonly userId: string };
}

export type TopicRole = 'anon' | 'authenticated' | 'service_role';

/** The policies were asked at this moment, with the claims that a fresh session would have. */
export interface TopicRights {
  readonly read: { readonly broadcast: boolean; readonly presence: boolean };
  readonly write: { readonly broadcast: boolean; readonly presence: boolean };
  /** What a policy raised; it then grants nothing. */
  readonly failure: string | null;
}

/** GET …/realtime/tables: the tables of the application, and what else is published; sorted by schema and name. */
export interface RealtimeTable {
  readonly id: number;
  readonly schema: string;
  readonly name: string;
  readonly kind: 'table' | 'partitioned table';
  /** How it came into the publication: by itself, with its schema, with all tables; null: it is not in there. */
  readonly publishedBy: 'table' | 'schema' | 'all' | null;
  readonly rlsEnabled: boolean;
  readonly hasKey: boolean;
  /** What Postgres logs of a row that goes: `full` is all of it. */
  readonly replicaIdentity: 'default' | 'full' | 'index' | 'nothing';
}

/** PATCH …/realtime/tables/:id; each member is one change. Written down as a migration. */
export interface RealtimeTableChange {
  readonly published?: boolean;
  /** Log whole rows that go, so that row level security can decide who may be told of a deletion. */
  readonly secureDeletes?: boolean;
}

export interface ChangedRealtimeTable {
  readonly table: RealtimeTable;
  /** Empty where there was nothing to change. */
  readonly sql: string;
  readonly migration: string | null;
}
