import * as z from 'zod/mini';
import type { KeyValueStore } from '../../../lib/browser.ts';
import { createStore, type Store } from '../../../lib/state/store.ts';
import { readJson, writeJson } from '../../../lib/state/stored-json.ts';

/** Roles that a script can run as. */
export const roles = ['postgres', 'anon', 'authenticated', 'service_role'] as const;

const draftSchema = z.object({
  id: z.string(),
  name: z.string(),
  sql: z.string(),
  role: z.catch(z.enum(roles), 'postgres'),
  /** The user to be, with the role `authenticated`. */
  userId: z.catch(z.string(), ''),
});
const orderSchema = z.object({ order: z.array(z.string()), active: z.string() });
const closedSchema = z.array(draftSchema);

/** A script that is being written; one tab of the editor. */
export type SqlDraft = z.infer<typeof draftSchema>;

export interface DraftsState {
  readonly drafts: readonly SqlDraft[];
  readonly active: string;
  /** False where the browser refused to keep what was typed last. */
  readonly kept: boolean;
}

export interface DraftStoreOptions {
  readonly storage: KeyValueStore;
  readonly newId: () => string;
  /** The name of the n-th draft. */
  readonly nameOf: (place: number) => string;
}

const mostClosed = 20;

/**
 * The scripts of a project, kept in the browser letter by letter: each under a key of its own, so that windows that write
 * different scripts never overwrite each other's.
 */
export class DraftStore {
  readonly state: Store<DraftsState>;
  readonly #prefix: string;
  readonly #options: DraftStoreOptions;

  constructor(ref: string, options: DraftStoreOptions) {
    this.#prefix = `plinth.sql.${ref}.`;
    this.#options = options;
    this.state = createStore<DraftsState>(this.#read());
    if (this.state.get().drafts.length === 0) this.add();
  }

  /** Opens a new script and shows it. */
  add(initial: Partial<Pick<SqlDraft, 'sql' | 'role' | 'name'>> = {}): SqlDraft {
    const { drafts } = this.state.get();
    const draft: SqlDraft = {
      id: this.#options.newId(),
      name: this.#freeName(drafts),
      sql: '',
      role: 'postgres',
      userId: '',
      ...initial,
    };
    const kept = this.#keep(draft);
    this.#set({ drafts: [...drafts, draft], active: draft.id, kept });
    return draft;
  }

  change(id: string, change: Partial<Omit<SqlDraft, 'id'>>): void {
    const { drafts, active } = this.state.get();
    const draft = drafts.find((one) => one.id === id);
    if (draft === undefined) return;
    const next = { ...draft, ...change };
    const kept = this.#keep(next);
    this.state.set({ drafts: drafts.map((one) => (one.id === id ? next : one)), active, kept });
  }

  show(id: string): void {
    const current = this.state.get();
    if (current.active === id || !current.drafts.some((draft) => draft.id === id)) return;
    this.#set({ ...current, active: id });
  }

  /** Closes a script; one with text in it can be opened again. */
  close(id: string): void {
    const { storage } = this.#options;
    const { drafts, active, kept } = this.state.get();
    const at = drafts.findIndex((draft) => draft.id === id);
    const draft = drafts[at];
    if (draft === undefined) return;
    if (draft.sql.trim() !== '') {
      const closed = readJson(storage, `${this.#prefix}closed`, closedSchema) ?? [];
      writeJson(storage, `${this.#prefix}closed`, [draft, ...closed].slice(0, mostClosed));
    }
    storage.delete(`${this.#prefix}draft.${id}`);
    const left = drafts.filter((one) => one.id !== id);
    const neighbour = left[Math.min(at, left.length - 1)];
    this.#set({
      drafts: left,
      active: active === id ? (neighbour?.id ?? '') : active,
      kept,
    });
    if (left.length === 0) this.add();
  }

  /** Opens the script that was closed last; false where there is none. */
  reopen(): boolean {
    const { storage } = this.#options;
    const [last, ...rest] = readJson(storage, `${this.#prefix}closed`, closedSchema) ?? [];
    if (last === undefined) return false;
    writeJson(storage, `${this.#prefix}closed`, rest);
    const { drafts } = this.state.get();
    const kept = this.#keep(last);
    this.#set({ drafts: [...drafts, last], active: last.id, kept });
    return true;
  }

  /** Takes over what another window wrote; call it for every `storage` event. */
  adopt(changedKey: string | null): void {
    if (changedKey !== null && !changedKey.startsWith(this.#prefix)) return;
    const stored = this.#read();
    if (stored.drafts.length === 0) return;
    const { active } = this.state.get();
    const stays = stored.drafts.some((draft) => draft.id === active);
    this.state.set({ ...stored, active: stays ? active : stored.active });
  }

  #freeName(drafts: readonly SqlDraft[]): string {
    for (let place = 1; ; place += 1) {
      const name = this.#options.nameOf(place);
      if (!drafts.some((draft) => draft.name === name)) return name;
    }
  }

  #keep(draft: SqlDraft): boolean {
    return writeJson(this.#options.storage, `${this.#prefix}draft.${draft.id}`, draft);
  }

  #set(next: DraftsState): void {
    const order = next.drafts.map((draft) => draft.id);
    writeJson(this.#options.storage, `${this.#prefix}order`, { order, active: next.active });
    this.state.set(next);
  }

  /** Scripts in the order they were left in; ones that another window has made come last. */
  #read(): DraftsState {
    const { storage } = this.#options;
    const stored = readJson(storage, `${this.#prefix}order`, orderSchema);
    const order = stored?.order ?? [];
    const drafts = storage
      .keys(`${this.#prefix}draft.`)
      .map((key) => readJson(storage, key, draftSchema))
      .filter((draft) => draft !== undefined)
      .sort((a, b) => place(order, a.id) - place(order, b.id));
    const active = drafts.find((draft) => draft.id === stored?.active) ?? drafts[0];
    return { drafts, active: active?.id ?? '', kept: true };
  }
}

function place(order: readonly string[], id: string): number {
  const at = order.indexOf(id);
  return at < 0 ? order.length : at;
}
