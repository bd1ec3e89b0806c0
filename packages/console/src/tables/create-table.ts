import { type Database, sql } from '@plinth/postgres';
import { changeSchema, listTypes, type SchemaTarget, tableDetails } from '@plinth/schema';
import type { NewTable, TableDetails } from '../api/tables.ts';
import { consoleError } from '../errors/console-errors.ts';
import { checkNewTable } from './check-new-table.ts';
import { createTableSql } from './create-table-sql.ts';
import { toTableDetails } from './table-details.ts';

/** The SQL that would make the table. Throws AppError `invalid_table` or `system_schema`. */
export async function previewTable(owner: Database, table: NewTable): Promise<string> {
  const types = await listTypes(owner);
  await checkNewTable(table, new Set(types.map(({ name }) => name)));
  return createTableSql(table);
}

/** Runs the SQL of `previewTable` as a migration; gives the table. Throws PostgresError. */
export async function createTable(
  target: SchemaTarget,
  table: NewTable,
  text: string,
): Promise<TableDetails> {
  await changeSchema(target, { name: `create_table_${table.name}`, sql: text });
  const [row] = await target.owner.query<{ id: string }>(sql`
    select c.oid::text as id from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${table.schema} and c.relname = ${table.name}`);
  const details = await tableDetails(target.owner, Number(row?.id ?? 0));
  if (details === undefined) throw consoleError('table_not_found');
  return toTableDetails(details);
}
