import { useState } from 'react';
import { localStore } from '../../../lib/browser.ts';
import { readJson, writeJson } from '../../../lib/state/stored-json.ts';
import {
  type ColumnDraft,
  type ForeignKeyDraft,
  newDraft,
  type TableDraft,
  tableDraftSchema,
} from './draft.ts';

export interface DraftControl {
  readonly draft: TableDraft;
  /** True where something has been typed that would be lost by starting over. */
  readonly touched: boolean;
  readonly set: (change: Partial<TableDraft>) => void;
  readonly setColumn: (id: string, change: Partial<ColumnDraft>) => void;
  readonly setForeignKey: (id: string, change: Partial<ForeignKeyDraft>) => void;
  readonly startOver: () => void;
  /** The table is made: the next form begins anew, this one stays as it is until it closes. */
  readonly forget: () => void;
}

/** The draft of a project's next table; kept in this browser until the table is made. */
export function useTableDraft(ref: string): DraftControl {
  const key = `plinth.new-table.${ref}`;
  const [kept, setKept] = useState(() => readJson(localStore, key, tableDraftSchema));
  const [fresh, setFresh] = useState(newDraft);
  const draft = kept ?? fresh;
  const set = (change: Partial<TableDraft>): void => {
    const next = { ...draft, ...change };
    setKept(next);
    writeJson(localStore, key, next);
  };
  return {
    draft,
    touched: kept !== undefined,
    set,
    setColumn: (id, change) => {
      const before = draft.columns.find((column) => column.id === id);
      set({
        columns: draft.columns.map((column) =>
          column.id === id ? { ...column, ...change } : column,
        ),
        // The foreign keys go by the name of the column: they are renamed with it.
        ...(change.name !== undefined && {
          foreignKeys: draft.foreignKeys.map((foreignKey) => ({
            ...foreignKey,
            pairs: foreignKey.pairs.map((pair) =>
              pair.column === before?.name ? { ...pair, column: change.name ?? '' } : pair,
            ),
          })),
        }),
      });
    },
    setForeignKey: (id, change) =>
      set({
        foreignKeys: draft.foreignKeys.map((foreignKey) =>
          foreignKey.id === id ? { ...foreignKey, ...change } : foreignKey,
        ),
      }),
    forget: () => localStore.delete(key),
    startOver: () => {
      localStore.delete(key);
      setKept(undefined);
      setFresh(newDraft());
    },
  };
}
