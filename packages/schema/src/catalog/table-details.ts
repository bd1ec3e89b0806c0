import type { Database } from '@plinth/postgres';
import { readCatalog } from './catalog-query.ts';
import type { TableEntryDetails } from './catalog-types.ts';
import { tableEntry, tableQuery } from './list-tables.ts';
import { columnEntry, columnsQuery } from './table-columns.ts';
import { foreignKeyEntry, foreignKeysQuery, primaryKeyQuery } from './table-keys.ts';
import { policiesQuery, policyEntry } from './table-policies.ts';

/** Everything about one relation, in one round trip; undefined where there is none with this oid. */
export async function tableDetails(
  database: Database,
  id: number,
): Promise<TableEntryDetails | undefined> {
  const [tables, columns, primaryKey, keys, policies] = await readCatalog(database, [
    tableQuery(id),
    columnsQuery(id),
    primaryKeyQuery(id),
    foreignKeysQuery(id),
    policiesQuery(id),
  ]);
  const [table] = tables;
  if (table === undefined) return undefined;
  return {
    ...tableEntry(table),
    columns: columns.map(columnEntry),
    primaryKey: primaryKey.map(({ name }) => name),
    foreignKeys: keys.filter(({ outgoing }) => outgoing).map(foreignKeyEntry),
    referencedBy: keys.filter(({ incoming }) => incoming).map(foreignKeyEntry),
    policies: policies.map(policyEntry),
  };
}
