import type { RowFilter, RowSort, TableDetails } from '@plinth/console/api';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { TableSearch } from './routes.ts';
import { decodeFilter, decodeSort, encodeFilter, encodeSort } from './rows/view-codec.ts';

/** What is shown of a table, as it stands in the URL, and how to change it. */
export interface TableViewState {
  readonly filters: readonly RowFilter[];
  readonly sort: readonly RowSort[];
  /** `encodeRowKey` of the row whose detail is open. */
  readonly row: string | undefined;
  readonly panel: TableSearch['panel'];
  readonly setFilters: (filters: readonly RowFilter[]) => void;
  readonly setSort: (sort: readonly RowSort[]) => void;
  /** With `follow` the row takes the place of the one that is open, also in the history. */
  readonly openRow: (id: string, follow?: boolean) => void;
  readonly openNewRow: () => void;
  readonly closePanel: () => void;
}

/** The part of the URL that says what is shown of `table`. */
export function useTableView(table: TableDetails): TableViewState {
  const search = useSearch({ from: '/project/$ref/table/$schema/$table' });
  const navigate = useNavigate();
  const change = useCallback(
    (next: TableSearch, replace = true) =>
      void navigate({ to: '.', search: (current) => ({ ...current, ...next }), replace }),
    [navigate],
  );
  const openRow = useCallback(
    (id: string, follow = false) => change({ row: id, panel: undefined }, follow),
    [change],
  );
  return {
    ...useFiltersAndSort(table, search),
    row: search.row,
    panel: search.panel,
    setFilters: (next) =>
      change(
        { filter: next.length === 0 ? undefined : next.map(encodeFilter), row: undefined },
        false,
      ),
    setSort: (next) => change({ sort: encodeSort(next) }, false),
    openRow,
    openNewRow: () => change({ panel: 'new-row' }),
    closePanel: () => change({ row: undefined, panel: undefined }),
  };
}

/** The filters and the order in the URL, without those of columns that the table does not have. */
function useFiltersAndSort(
  table: TableDetails,
  search: TableSearch,
): Pick<TableViewState, 'filters' | 'sort'> {
  const text = JSON.stringify([search.filter, search.sort]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` is the part of the URL that counts
  return useMemo(() => {
    const has = (name: string): boolean => table.columns.some((column) => column.name === name);
    return {
      filters: (search.filter ?? [])
        .map(decodeFilter)
        .filter((filter) => filter !== null)
        .filter((filter) => has(filter.column)),
      sort: decodeSort(search.sort).filter((one) => has(one.column)),
    };
  }, [table, text]);
}
