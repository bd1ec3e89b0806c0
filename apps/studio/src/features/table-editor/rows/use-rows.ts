import type { RowFilter, RowSort } from '@plinth/console/api';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useApi, useProjectApi } from '../../../api/use-api.ts';
import { RowWindow, type RowWindowState } from './row-window.ts';

export interface Rows extends RowWindowState {
  readonly window: RowWindow;
  /** Changes with the order or the filters: other rows. */
  readonly key: string;
}

/** The rows of a table under these filters in this order. */
export function useRows(
  ref: string,
  tableId: number,
  filters: readonly RowFilter[],
  sort: readonly RowSort[],
): Rows {
  const projectApi = useProjectApi(ref);
  const key = JSON.stringify([tableId, filters, sort]);
  const api = useRef(projectApi);
  useEffect(() => {
    api.current = projectApi;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says all that the window depends on
  const window = useMemo(
    () =>
      new RowWindow({
        query: (range, signal) =>
          api.current.queryRows(tableId, { filters, sort, ...range }, signal),
        count: async (signal) => (await api.current.countRows(tableId, filters, signal)).value,
      }),
    [key],
  );
  useEffect(() => {
    window.open();
    return () => window.close();
  }, [window]);
  const state = useSyncExternalStore(window.subscribe, window.state);
  const { connection } = useApi();
  useEffect(
    () =>
      connection.store.subscribe(() => {
        const isBack = connection.store.get().state === 'up';
        if (isBack && window.state().error !== null) window.refresh();
      }),
    [connection, window],
  );
  return { ...state, window, key };
}
