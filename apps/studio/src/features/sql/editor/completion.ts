import type { SQLNamespace } from '@codemirror/lang-sql';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useProjectApi } from '../../../api/use-api.ts';
import { randomUuid } from '../../../lib/browser.ts';

/** What the editor can finish for who types: schemas with their tables with their columns. */
export interface Completion {
  readonly schemas: SQLNamespace;
}

/** One row a column: schema, table, column, type. */
const columnsSql = `select n.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod)
from pg_attribute a
join pg_class c on c.oid = a.attrelid
join pg_namespace n on n.oid = c.relnamespace
where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm', 'f')
  and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
order by n.nspname <> 'public', n.nspname, c.relname, a.attnum`;

const mostColumns = 10_000;

/** Builds the tree of names from rows of schema, table, column and type. */
export function completionOf(rows: readonly (readonly (string | null)[])[]): Completion {
  const schemas: Record<
    string,
    Record<string, { label: string; type: string; detail: string }[]>
  > = {};
  for (const [schema, table, column, type] of rows) {
    if (!schema || !table || !column) continue;
    schemas[schema] ??= {};
    const tables = schemas[schema];
    tables[table] ??= [];
    tables[table].push({ label: column, type: 'property', detail: type ?? '' });
  }
  return { schemas };
}

/** The names in a project's database; undefined while they are read, or where they cannot be. */
export function useCompletion(ref: string): Completion | undefined {
  const projectApi = useProjectApi(ref);
  const { data } = useQuery({
    // Beside the tables, so that a change of the schema reads them again.
    queryKey: ['project', ref, 'tables', '*', 'completion'],
    queryFn: () => projectApi.runSql({ id: randomUuid(), sql: columnsSql, maxRows: mostColumns }),
    staleTime: 60_000,
    retry: false,
  });
  return useMemo(() => {
    const rows = data?.results[0]?.rows;
    return rows === undefined ? undefined : completionOf(rows);
  }, [data]);
}
