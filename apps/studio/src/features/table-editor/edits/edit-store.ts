import { type KeyValueStore, localStore } from '../../../lib/browser.ts';
import { createStore, type Store } from '../../../lib/state/store.ts';
import { readJson, writeJson } from '../../../lib/state/stored-json.ts';
import { type StagedEdits, stagedEditsSchema } from './staged-edits.ts';

const mostUndo = 100;

/** The staged edits of one table: kept in the browser's storage, with undo and redo for this page. */
export interface EditStore {
  readonly edits: Store<StagedEdits>;
  /** A change that can be undone. */
  apply(change: (edits: StagedEdits) => StagedEdits): void;
  /** A change that cannot: what is saved is saved. */
  settle(change: (edits: StagedEdits) => StagedEdits): void;
  /** A remark on what is staged, which undoing passes by. */
  remark(change: (edits: StagedEdits) => StagedEdits): void;
  undo(): boolean;
  redo(): boolean;
}

const open = new Map<string, EditStore>();
const mostOpen = 50;

/** The edits kept under `name` (project, schema and table). */
export function editStore(name: string, storage: KeyValueStore = localStore): EditStore {
  const known = open.get(name);
  if (known !== undefined) return known;
  const made = createEditStore(`plinth.edits.${name}`, storage);
  open.set(name, made);
  for (const oldest of open.keys()) {
    if (open.size <= mostOpen) break;
    open.delete(oldest);
  }
  return made;
}

/** A store of edits under a key of the browser's storage. */
export function createEditStore(key: string, storage: KeyValueStore): EditStore {
  const edits = createStore<StagedEdits>(readJson(storage, key, stagedEditsSchema) ?? {});
  let past: StagedEdits[] = [];
  let future: StagedEdits[] = [];
  const keep = (next: StagedEdits): void => {
    edits.set(next);
    if (Object.keys(next).length === 0) storage.delete(key);
    else writeJson(storage, key, next);
  };
  const step = (from: StagedEdits[], to: StagedEdits[]): boolean => {
    const next = from.pop();
    if (next === undefined) return false;
    to.push(edits.get());
    keep(next);
    return true;
  };
  return {
    edits,
    apply(change) {
      const next = change(edits.get());
      if (next === edits.get()) return;
      past = [...past, edits.get()].slice(-mostUndo);
      future = [];
      keep(next);
    },
    settle(change) {
      past = [];
      future = [];
      keep(change(edits.get()));
    },
    remark(change) {
      const next = change(edits.get());
      if (next !== edits.get()) keep(next);
    },
    undo: () => step(past, future),
    redo: () => step(future, past),
  };
}
