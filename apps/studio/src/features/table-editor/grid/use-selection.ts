import type { RowKey } from '@plinth/console/api';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { GridSelection } from '../../../ui/grid/types.ts';
import type { RowWindow } from '../rows/row-window.ts';

/** Most rows that can be deleted at once. */
const mostSelected = 1000;

export interface Selection extends GridSelection {
  readonly keys: readonly RowKey[];
  readonly clear: () => void;
}

/** The ticked rows of a table, by their keys; they stay ticked while they are scrolled away. */
export function useSelection(window: RowWindow, rowCount: number, viewKey: string): Selection {
  const [selected, setSelected] = useState<ReadonlyMap<string, RowKey>>(new Map());
  const lastToggled = useRef<number | null>(null);
  const clear = useCallback(() => setSelected(new Map()), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are in view then
  useEffect(() => clear(), [viewKey]);

  const isSelected = useCallback(
    (index: number) => {
      const id = window.rowAt(index)?.keyId;
      return id !== undefined && id !== null && selected.has(id);
    },
    [window, selected],
  );

  const toggle = useCallback(
    (index: number, range: boolean) => {
      const from = range && lastToggled.current !== null ? lastToggled.current : index;
      lastToggled.current = index;
      const on = !isSelected(index);
      setSelected((current) => {
        const next = new Map(current);
        for (let at = Math.min(from, index); at <= Math.max(from, index); at += 1) {
          const row = window.rowAt(at);
          if (row?.key === undefined || row.key === null || row.keyId === null) continue;
          if (!on) next.delete(row.keyId);
          else if (next.size < mostSelected) next.set(row.keyId, row.key);
        }
        return next;
      });
    },
    [window, isSelected],
  );

  const toggleAll = useCallback(() => {
    setSelected((current) => {
      if (current.size > 0) return new Map();
      const next = new Map<string, RowKey>();
      for (let at = 0; at < rowCount && next.size < mostSelected; at += 1) {
        const row = window.rowAt(at);
        if (row === undefined) break;
        if (row.key !== null && row.keyId !== null) next.set(row.keyId, row.key);
      }
      return next;
    });
  }, [window, rowCount]);

  return useMemo(
    () => ({
      isSelected,
      count: selected.size,
      toggle,
      toggleAll,
      keys: [...selected.values()],
      clear,
    }),
    [isSelected, selected, toggle, toggleAll, clear],
  );
}
