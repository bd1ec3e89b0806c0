import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, Random } from '@plinth/kernel';
import type { Presence, PresenceMember } from './presence.ts';
import type { PresenceChange } from './presence-change.ts';
import type { PresenceEntry } from './presence-room.ts';
import { type PresencePace, PresenceRooms } from './presence-rooms.ts';

export interface NodePresenceOptions {
  readonly random: Random;
  /** When observers are told; default: rooms of up to 50 at once, larger ones each 75 ms. */
  readonly pace?: Partial<PresencePace>;
}

/** The presence of one node: its own members, and those that other nodes report (`PresenceReplication`). */
export class NodePresence implements Presence {
  readonly rooms: PresenceRooms;
  readonly #random: Random;
  /** Sets the refs of this process apart from all others. */
  readonly #refPrefix: string;
  #lastRef = 0;
  #onOwnChange: (changes: readonly PresenceChange[]) => void = () => {};

  constructor(options: NodePresenceOptions) {
    this.#random = options.random;
    this.#refPrefix = Buffer.from(options.random.bytes(9)).toString('base64url');
    this.rooms = new PresenceRooms(options.pace);
  }

  member(topic: string, wantedKey: string): PresenceMember {
    const key = wantedKey === '' ? this.#random.uuid() : wantedKey;
    let shown: { readonly entry: PresenceEntry; readonly payload: JsonObject } | undefined;
    return {
      key,
      track: (payload) => {
        if (shown !== undefined && isDeepStrictEqual(shown.payload, payload)) return;
        const previous = shown?.entry.ref;
        const entry = this.#entryOf(key, payload, previous);
        shown = { entry, payload };
        this.#change([
          { kind: 'add', topic, entry },
          ...(previous === undefined ? [] : [{ kind: 'remove' as const, topic, ref: previous }]),
        ]);
      },
      untrack: () => {
        if (shown === undefined) return;
        const { ref } = shown.entry;
        shown = undefined;
        this.#change([{ kind: 'remove', topic, ref }]);
      },
    };
  }

  state(topic: string): string {
    return this.rooms.state(topic);
  }

  onDiff(listener: (topic: string, diff: string) => void): void {
    this.rooms.onDiff(listener);
  }

  /** Hears what changes on this node, in order, an update as one; for other nodes. */
  onOwnChange(listener: (changes: readonly PresenceChange[]) => void): void {
    this.#onOwnChange = listener;
  }

  close(): void {
    this.rooms.close();
  }

  #change(changes: readonly PresenceChange[]): void {
    // First: telling the rooms may bring about further changes.
    this.#onOwnChange(changes);
    this.rooms.change(changes);
  }

  #entryOf(key: string, payload: JsonObject, previous: string | undefined): PresenceEntry {
    const ref = `${this.#refPrefix}${(++this.#lastRef).toString(36)}`;
    const { phx_ref: _ref, phx_ref_prev: _previous, ...shown } = payload;
    const refs = { phx_ref: ref, ...(previous !== undefined && { phx_ref_prev: previous }) };
    return { key, ref, meta: JSON.stringify({ ...shown, ...refs }) };
  }
}
