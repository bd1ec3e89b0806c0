import * as z from 'zod/mini';
import { type KeyValueStore, localStore } from '../../../lib/browser.ts';
import { createStore, type Store } from '../../../lib/state/store.ts';
import { readJson, writeJson } from '../../../lib/state/stored-json.ts';

const entrySchema = z.object({
  sql: z.string(),
  role: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  milliseconds: z.number(),
  ok: z.boolean(),
  /** The last result's tag, or the failure's message. */
  note: z.string(),
});

/** A script that has run. */
type HistoryEntry = z.infer<typeof entrySchema>;

const mostEntries = 200;
const longestSql = 20_000;

/** The scripts that ran in this browser, the latest first. */
export interface History {
  readonly entries: Store<readonly HistoryEntry[]>;
  add(entry: HistoryEntry): void;
  clear(): void;
}

const histories = new Map<string, History>();

/** The history of a project. A script that runs again moves to the front. */
export function historyOf(ref: string, storage: KeyValueStore = localStore): History {
  const known = histories.get(ref);
  if (known !== undefined) return known;
  const key = `plinth.sql-history.${ref}`;
  const entries = createStore<readonly HistoryEntry[]>(
    readJson(storage, key, z.array(entrySchema)) ?? [],
  );
  const set = (next: readonly HistoryEntry[]): void => {
    entries.set(next);
    writeJson(storage, key, next);
  };
  const history: History = {
    entries,
    add: (entry) => {
      if (entry.sql.length > longestSql) return;
      const others = entries.get().filter(({ sql }) => sql !== entry.sql);
      set([entry, ...others].slice(0, mostEntries));
    },
    clear: () => set([]),
  };
  histories.set(ref, history);
  return history;
}
