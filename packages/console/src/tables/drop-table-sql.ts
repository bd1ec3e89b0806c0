import { quoteIdentifier } from '@plinth/postgres';
import type { TableKind } from '../api/tables.ts';

const words: Readonly<Record<TableKind, string>> = {
  table: 'table',
  'partitioned table': 'table',
  view: 'view',
  'materialized view': 'materialized view',
  'foreign table': 'foreign table',
};

/** The SQL that drops a relation. */
export function dropTableSql(
  {
    schema,
    name,
    kind,
  }: { readonly schema: string; readonly name: string; readonly kind: TableKind },
  cascade: boolean,
): string {
  const target = `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
  return `drop ${words[kind]} ${target}${cascade ? ' cascade' : ''};\n`;
}
