import type { TableDetails, TableSummary } from '@plinth/console/api';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { useApi } from '../../api/use-api.ts';

export interface TableLookup {
  readonly summary: TableSummary | undefined;
  readonly details: TableDetails | undefined;
  /** True where the schema has been read and holds no such table. */
  readonly missing: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** The table of this name, first its summary and then all of it. */
export function useTable(ref: string, schema: string, name: string): TableLookup {
  const api = useApi();
  const tables = useQuery(queries.tables(api, ref, schema));
  const summary = tables.data?.find((table) => table.name === name);
  const details = useQuery({
    ...queries.table(api, ref, summary?.id ?? 0),
    enabled: summary !== undefined,
  });
  return {
    summary,
    details: details.data,
    missing: tables.data !== undefined && summary === undefined && !tables.isFetching,
    error: tables.error ?? details.error,
    retry: () => {
      void tables.refetch();
      if (summary !== undefined) void details.refetch();
    },
  };
}
