import type { Settings } from '@plinth/config';

/** What the settings of a project say about realtime; times in milliseconds, sizes in bytes, rates per second. */
export interface Limits {
  readonly privateOnly: boolean;
  readonly connections: number;
  readonly channelsPerClient: number;
  readonly joins: number;
  readonly events: number;
  readonly clientEvents: number;
  readonly presenceEvents: number;
  readonly presenceCalls: number;
  readonly presenceWindow: number;
  readonly payloadSize: number;
  /** Of what a channel shows of itself in presence. */
  readonly trackSize: number;
  readonly replay: number;
  readonly backlog: number;
  readonly refusalDelay: number;
  readonly idleTimeout: number;
  readonly noChannelTimeout: number;
}

/** Largest frame that is read, in bytes, as upstream has it. */
export const maxFrame = 5_000_000;

/** The limits of a project. */
export function limitsFrom(settings: Settings): Limits {
  return {
    privateOnly: settings['realtime.private_only'],
    connections: settings['realtime.max_connections'],
    channelsPerClient: settings['realtime.max_channels_per_client'],
    joins: settings['realtime.max_joins_per_second'],
    events: settings['realtime.max_events_per_second'],
    clientEvents: settings['realtime.max_client_events_per_second'],
    presenceEvents: settings['realtime.max_presence_events_per_second'],
    presenceCalls: settings['realtime.client_presence_max_calls'],
    presenceWindow: settings['realtime.client_presence_window'] * 1000,
    payloadSize: settings['realtime.max_payload_size'],
    trackSize: settings['realtime.max_presence_payload_size'],
    replay: settings['realtime.max_replay'],
    backlog: settings['realtime.max_backlog'],
    refusalDelay: settings['realtime.refusal_delay'] * 1000,
    idleTimeout: settings['realtime.idle_timeout'] * 1000,
    noChannelTimeout: settings['realtime.no_channel_timeout'] * 1000,
  };
}
