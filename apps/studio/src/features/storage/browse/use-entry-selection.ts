import { useCallback, useMemo, useState } from 'react';
import type { Entry } from './entries.ts';

/** The ticked entries, by their keys. */
export interface EntrySelection {
  readonly keys: ReadonlySet<string>;
  readonly entries: readonly Entry[];
  readonly toggle: (entry: Entry) => void;
  /** Ticks exactly these. */
  readonly set: (entries: readonly Entry[]) => void;
  readonly clear: () => void;
}

type Ticked = ReadonlyMap<string, Entry>;

const nothing: Ticked = new Map();

/** The selection in a place; another place begins with none. */
export function useEntrySelection(place: string): EntrySelection {
  const [kept, setKept] = useState({ place, ticked: nothing });
  // Never what was ticked elsewhere, not even until the next render: it could be deleted from here.
  const selected = kept.place === place ? kept.ticked : nothing;
  const change = useCallback(
    (next: (ticked: Ticked) => Ticked) =>
      setKept((now) => ({ place, ticked: next(now.place === place ? now.ticked : nothing) })),
    [place],
  );
  const clear = useCallback(() => change(() => nothing), [change]);
  const toggle = useCallback(
    (entry: Entry) =>
      change((ticked) => {
        const next = new Map(ticked);
        if (!next.delete(entry.key)) next.set(entry.key, entry);
        return next;
      }),
    [change],
  );
  const set = useCallback(
    (entries: readonly Entry[]) =>
      change(() => new Map(entries.map((entry) => [entry.key, entry]))),
    [change],
  );
  return useMemo(
    () => ({
      keys: new Set(selected.keys()),
      entries: [...selected.values()],
      toggle,
      set,
      clear,
    }),
    [selected, toggle, set, clear],
  );
}
