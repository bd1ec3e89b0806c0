import type { Topics } from '../broadcast/topics.ts';
import type { CaptureStatus } from '../changes/capture/log-change-source.ts';

/** How realtime of a project is, on this node. */
export interface RealtimeStatus {
  /** Open sockets. */
  readonly clients: number;
  readonly channels: ChannelCounts;
  readonly changes: {
    /** Channels that receive database changes. */
    readonly subscribers: number;
    /** Those whose connection broke, who may come back for what they miss. */
    readonly remembered: number;
  };
  readonly stream: {
    readonly state: CaptureStatus['state'];
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

interface ChannelCounts {
  readonly publicTopics: number;
  readonly privateTopics: number;
  /** A topic that two clients have joined counts twice. */
  readonly joins: number;
}

/** How many topics are joined, and how often. */
export function countChannels(topics: Topics): ChannelCounts {
  let joins = 0;
  for (const isPrivate of [false, true]) {
    for (const members of topics.listeners(isPrivate).values()) joins += members.size;
  }
  return {
    publicTopics: topics.listeners(false).size,
    privateTopics: topics.listeners(true).size,
    joins,
  };
}
