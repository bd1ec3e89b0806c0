import { flag, integer, type SettingTable, seconds, size, text } from '../setting.ts';

/** `[realtime]`: broadcast, presence and database changes over WebSockets. */
export interface RealtimeSettings {
  readonly 'realtime.enabled': boolean;
  readonly 'realtime.private_only': boolean;
  readonly 'realtime.publish': 'publication' | 'all';
  readonly 'realtime.max_connections': number;
  readonly 'realtime.max_channels_per_client': number;
  readonly 'realtime.max_joins_per_second': number;
  readonly 'realtime.max_events_per_second': number;
  readonly 'realtime.max_client_events_per_second': number;
  readonly 'realtime.max_presence_events_per_second': number;
  readonly 'realtime.client_presence_max_calls': number;
  readonly 'realtime.client_presence_window': number;
  readonly 'realtime.max_payload_size': number;
  readonly 'realtime.max_presence_payload_size': number;
  readonly 'realtime.max_replay': number;
  readonly 'realtime.max_backlog': number;
  readonly 'realtime.refusal_delay': number;
  readonly 'realtime.idle_timeout': number;
  readonly 'realtime.no_channel_timeout': number;
  readonly 'realtime.messages.retention': number;
}

export const realtimeSettings: SettingTable<RealtimeSettings> = {
  'realtime.enabled': flag(true, 'Whether the Realtime API answers.'),
  'realtime.private_only': flag(
    false,
    'Whether channels must be private: policies of realtime.messages then decide about every one.',
  ),
  'realtime.publish': text<'publication' | 'all'>(
    'publication',
    'Whose changes clients may subscribe to: the tables of the publication supabase_realtime, or every table of the exposed schemas besides.',
    { oneOf: ['publication', 'all'] },
  ),
  'realtime.max_connections': integer(10_000, 'Most sockets at a time.', { least: 1 }),
  'realtime.max_channels_per_client': integer(200, 'Most channels of one socket.', { least: 1 }),
  'realtime.max_joins_per_second': integer(
    2_000,
    'Joins of all sockets per second, averaged over five.',
    { least: 1 },
  ),
  'realtime.max_events_per_second': integer(
    10_000,
    'Messages that all clients send per second, averaged over five; what is delivered is not counted.',
    { least: 1 },
  ),
  'realtime.max_client_events_per_second': integer(
    500,
    'Messages that one socket sends per second, averaged over five.',
    { least: 1 },
  ),
  'realtime.max_presence_events_per_second': integer(
    5_000,
    'Calls of track and presence states sent per second, of all clients, averaged over five.',
    { least: 1 },
  ),
  'realtime.client_presence_max_calls': integer(
    300,
    'Most calls of track and untrack of one channel in a window.',
    { least: 1 },
  ),
  'realtime.client_presence_window': seconds(30, 'Length of that window, in seconds.'),
  'realtime.max_payload_size': size('3MB', 'Largest payload of a message.'),
  'realtime.max_presence_payload_size': size(
    '64KiB',
    'Largest payload of a track; it is kept, and sent to whoever joins.',
  ),
  'realtime.max_replay': integer(25, 'Most stored messages that a join may ask for.', {
    least: 1,
    most: 10_000,
  }),
  'realtime.max_backlog': size(
    '16MiB',
    'Most that waits for a socket that reads slowly, before it is cut off.',
  ),
  'realtime.refusal_delay': seconds(
    0.5,
    'How long a refused connection or join waits for its answer, in seconds: clients come back at once.',
  ),
  'realtime.idle_timeout': seconds(
    60,
    'Silence after which a socket is closed, in seconds; clients send a heartbeat every 25.',
  ),
  'realtime.no_channel_timeout': seconds(
    600,
    'How long a socket may be without any channel, in seconds.',
  ),
  'realtime.messages.retention': seconds(
    259_200,
    'How long messages sent from the database are kept for a replay, in seconds; they go by whole days.',
  ),
};
