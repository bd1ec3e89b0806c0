import type { PresenceEntry } from './presence-room.ts';

/** An entry comes or goes. */
export type PresenceChange =
  | { readonly kind: 'add'; readonly topic: string; readonly entry: PresenceEntry }
  | { readonly kind: 'remove'; readonly topic: string; readonly ref: string };
