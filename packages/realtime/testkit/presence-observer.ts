import { RealtimePresence } from '@supabase/realtime-js';
import type { Presence } from '../src/presence/presence.ts';

/** Payloads of each key, in the order of their text. */
export type SeenState = Record<string, string[]>;

/** What realtime-js's own presence code makes of the frames that one channel is sent. */
export interface PresenceObserver {
  /** Joins and leaves as the application is told, since the state. */
  readonly heard: string[];
  take(diff: string): void;
  sees(): SeenState;
}

/** An observer that has just been told the state of a topic. */
export function observePresence(presence: Presence, topic: string): PresenceObserver {
  const handlers = new Map<string, (payload: unknown) => void>();
  const heard: string[] = [];
  const channel = {
    on: (event: string, handler: (payload: unknown) => void) => handlers.set(event, handler),
    joinRef: () => '1',
    trigger: (_event: string, { event, key }: { event: string; key?: string }) => {
      if (key !== undefined) heard.push(`${event} ${key}`);
    },
  };
  const client = new RealtimePresence({ channelAdapter: { getChannel: () => channel } } as never);
  handlers.get('presence_state')?.(JSON.parse(presence.state(topic)));
  heard.length = 0;
  return {
    heard,
    take: (diff) => handlers.get('presence_diff')?.(JSON.parse(diff)),
    sees: () => sortedState(client.state as Record<string, { presence_ref: string }[]>),
  };
}

export function sortedState(state: Record<string, { presence_ref: string }[]>): SeenState {
  const entries = Object.entries(state).map(([key, metas]) => {
    const payloads = metas.map(({ presence_ref: _ref, ...payload }) => JSON.stringify(payload));
    return [key, payloads.sort()] as const;
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
