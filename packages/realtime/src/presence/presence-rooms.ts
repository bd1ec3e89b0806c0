import type { PresenceChange } from './presence-change.ts';
import { PresenceRoom } from './presence-room.ts';

/** When observers are told. */
export interface PresencePace {
  /** Rooms of up to that many metas tell every change at once. */
  readonly smallRoom: number;
  /** Larger ones gather changes for that long, in milliseconds: a storm of n joins would else be n² frames. */
  readonly tick: number;
}

const defaultPace: PresencePace = { smallRoom: 50, tick: 75 };

/** The rooms of a node, each telling its diffs in order. */
export class PresenceRooms {
  readonly #pace: PresencePace;
  readonly #rooms = new Map<string, PresenceRoom>();
  readonly #untold = new Set<PresenceRoom>();
  readonly #outbox: { readonly topic: string; readonly diff: string }[] = [];
  #isTelling = false;
  #tell: (topic: string, diff: string) => void = () => {};
  #timer: NodeJS.Timeout | undefined;

  constructor(pace: Partial<PresencePace> = {}) {
    this.#pace = { ...defaultPace, ...pace };
  }

  /** Rooms with somebody in them. */
  get size(): number {
    return this.#rooms.size;
  }

  onDiff(listener: (topic: string, diff: string) => void): void {
    this.#tell = listener;
  }

  state(topic: string): string {
    return this.#rooms.get(topic)?.state() ?? '{}';
  }

  /** Does all of it; of each small room observers hear one diff. */
  change(changes: Iterable<PresenceChange>): void {
    const touched = new Set<PresenceRoom>();
    for (const change of changes) {
      const room = this.#roomOf(change.topic);
      if (change.kind === 'add') room.add(change.entry);
      else room.remove(change.ref);
      touched.add(room);
    }
    for (const room of touched) {
      if (room.size <= this.#pace.smallRoom) this.#flush(room);
      else this.#later(room);
    }
    this.#tellAll();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#untold.clear();
    this.#rooms.clear();
  }

  #roomOf(topic: string): PresenceRoom {
    let room = this.#rooms.get(topic);
    if (room === undefined) {
      room = new PresenceRoom(topic);
      this.#rooms.set(topic, room);
    }
    return room;
  }

  #later(room: PresenceRoom): void {
    this.#untold.add(room);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      for (const each of this.#untold) this.#flush(each);
      this.#tellAll();
    }, this.#pace.tick);
  }

  #flush(room: PresenceRoom): void {
    this.#untold.delete(room);
    const diff = room.takeDiff();
    if (room.size === 0) this.#rooms.delete(room.topic);
    if (diff !== undefined) this.#outbox.push({ topic: room.topic, diff });
  }

  /**
   * Telling may change rooms (a socket that cannot keep up is closed, its channels leave): what comes of that is told
   * after, or an observer would hear of a leave before the join.
   */
  #tellAll(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    let told = 0;
    try {
      for (const { topic, diff } of this.#outbox) {
        told += 1;
        this.#tell(topic, diff);
      }
    } finally {
      this.#outbox.splice(0, told);
      this.#isTelling = false;
    }
  }
}
