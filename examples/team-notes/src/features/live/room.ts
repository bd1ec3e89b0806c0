import type { RealtimeChannel } from '@supabase/supabase-js';
import { supabase } from '../../lib/supabase';

/** Who is in a notebook right now. */
export type Company = {
  /** Users with the note that each has open, in any of their windows; never the signed-in user. */
  here: ReadonlyMap<string, ReadonlySet<string>>;
  /** Users who are writing, with the note they write. */
  writing: ReadonlyMap<string, string>;
};

export const nobody: Company = { here: new Map(), writing: new Map() };

type Whereabouts = { note_id: string | null };
type Typing = { user_id: string; note_id: string };

/** How long somebody counts as writing after the last key, and how often that is told, in milliseconds. */
const writingFor = 3_000;
const toldEvery = 1_500;
/** Whoever leafs through notes is told where they stay, in milliseconds. */
const settling = 250;

/** The private channel of a notebook. */
export class Room {
  readonly notebookId: string;
  readonly #userId: string;
  readonly #channel: RealtimeChannel;
  readonly #listeners = new Set<() => void>();
  readonly #quiet = new Map<string, ReturnType<typeof setTimeout>>();
  #company = nobody;
  #noteId: string | null = null;
  #toldAt = 0;
  #settle: ReturnType<typeof setTimeout> | undefined;

  constructor(notebookId: string, userId: string) {
    this.notebookId = notebookId;
    this.#userId = userId;
    this.#channel = supabase
      .channel(`notebook:${notebookId}`, { config: { private: true, presence: { key: userId } } })
      .on('presence', { event: 'sync' }, () => this.#look())
      .on<Typing>('broadcast', { event: 'typing' }, ({ payload }) => this.#hear(payload))
      .subscribe((status) => {
        if (status === 'SUBSCRIBED') this.#show();
      });
  }

  get company(): Company {
    return this.#company;
  }

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The note that the user has open; null for none. */
  open(noteId: string | null) {
    if (noteId === this.#noteId) return;
    this.#noteId = noteId;
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => this.#show(), settling);
  }

  /** Tells the others that the user writes, not more often than they need to hear it. */
  tellWriting(noteId: string) {
    const now = Date.now();
    if (this.#channel.state !== 'joined' || now - this.#toldAt < toldEvery) return;
    this.#toldAt = now;
    const payload: Typing = { user_id: this.#userId, note_id: noteId };
    void this.#channel.send({ type: 'broadcast', event: 'typing', payload });
  }

  close() {
    clearTimeout(this.#settle);
    for (const timer of this.#quiet.values()) clearTimeout(timer);
    void supabase.removeChannel(this.#channel);
  }

  #show() {
    if (this.#channel.state !== 'joined') return;
    void this.#channel.track({ note_id: this.#noteId } satisfies Whereabouts);
  }

  #look() {
    const here = new Map<string, ReadonlySet<string>>();
    for (const [userId, windows] of Object.entries(this.#channel.presenceState<Whereabouts>())) {
      if (userId === this.#userId) continue;
      here.set(userId, new Set(windows.flatMap(({ note_id }) => note_id ?? [])));
    }
    const writing = new Map([...this.#company.writing].filter(([userId]) => here.has(userId)));
    this.#change({ here, writing });
  }

  #hear({ user_id, note_id }: Typing) {
    if (user_id === this.#userId) return;
    clearTimeout(this.#quiet.get(user_id));
    this.#quiet.set(
      user_id,
      setTimeout(() => this.#write(user_id, undefined), writingFor),
    );
    this.#write(user_id, note_id);
  }

  #write(userId: string, noteId: string | undefined) {
    const writing = new Map(this.#company.writing);
    if (noteId) writing.set(userId, noteId);
    else writing.delete(userId);
    this.#change({ ...this.#company, writing });
  }

  #change(company: Company) {
    this.#company = company;
    for (const listener of this.#listeners) listener();
  }
}

/** Several places on the screen look at one room; it closes a moment after the last has left. */
const rooms = new Map<string, { room: Room; guests: number }>();
const lingering = 1_000;

/** The room of a notebook, and the way to leave it. */
export function enterRoom(notebookId: string, userId: string): { room: Room; leave: () => void } {
  const key = `${userId} ${notebookId}`;
  const entry = rooms.get(key) ?? { room: new Room(notebookId, userId), guests: 0 };
  rooms.set(key, entry);
  entry.guests += 1;
  const leave = () => {
    entry.guests -= 1;
    setTimeout(() => {
      if (entry.guests > 0 || rooms.get(key) !== entry) return;
      rooms.delete(key);
      entry.room.close();
    }, lingering);
  };
  return { room: entry.room, leave };
}
