import type { Presence, PresenceMember } from '../presence/presence.ts';
import type { ProtocolVersion } from '../protocol/client-message.ts';
import { encodeMessage } from '../protocol/encode-message.ts';
import { textFrame } from '../sockets/websocket-frames.ts';

/** A channel that is told who comes and goes. */
export interface PresenceObserver {
  readonly version: ProtocolVersion;
  see(frame: Buffer): void;
}

/** Public and private topics of one name are two rooms. */
export function roomOf(topic: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}:${topic}`;
}

/** The channels of this node that watch a room, each told the same frames. */
export class PresenceChannels {
  readonly #presence: Presence;
  readonly #observers = new Map<string, Set<PresenceObserver>>();

  constructor(presence: Presence) {
    this.#presence = presence;
    presence.onDiff((room, diff) => this.#tell(room, diff));
  }

  member(room: string, key: string): PresenceMember {
    return this.#presence.member(room, key);
  }

  /** JSON text of the room's `presence_state`. */
  state(room: string): string {
    return this.#presence.state(room);
  }

  watch(room: string, observer: PresenceObserver): void {
    const observers = this.#observers.get(room);
    if (observers === undefined) this.#observers.set(room, new Set([observer]));
    else observers.add(observer);
  }

  unwatch(room: string, observer: PresenceObserver): void {
    const observers = this.#observers.get(room);
    if (observers?.delete(observer) === true && observers.size === 0) this.#observers.delete(room);
  }

  #tell(room: string, diff: string): void {
    const observers = this.#observers.get(room);
    if (observers === undefined) return;
    const topic = `realtime:${room.slice(room.indexOf(':') + 1)}`;
    const frames = new Map<ProtocolVersion, Buffer>();
    const frameOf = (version: ProtocolVersion): Buffer => {
      const known = frames.get(version);
      if (known !== undefined) return known;
      const message = { topic, event: 'presence_diff', payload: diff };
      const frame = textFrame(encodeMessage(version, message));
      frames.set(version, frame);
      return frame;
    };
    for (const observer of observers) observer.see(frameOf(observer.version));
  }
}
