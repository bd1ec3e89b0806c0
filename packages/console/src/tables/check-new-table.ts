import { isExpression, isSystemSchema } from '@plinth/schema';
import type { NewColumn, NewForeignKey, NewTable } from '../api/tables.ts';
import { consoleError } from '../errors/console-errors.ts';

/** Longest name that Postgres keeps, in bytes; it would cut a longer one without a word. */
const longestName = 63;

/**
 * Checks what cannot be left to Postgres: names it would cut, types that are none of the list (whose text
 * becomes SQL), defaults that are more than one expression. Throws AppError `invalid_table` or `system_schema`.
 */
export async function checkNewTable(
  table: NewTable,
  typeNames: ReadonlySet<string>,
): Promise<void> {
  if (isSystemSchema(table.schema)) throw consoleError('system_schema');
  checkName('schema', table.schema);
  checkName('table', table.name);
  checkText('comment', table.comment ?? '');
  checkDistinct(table.columns.map(({ name }) => name));
  for (const column of table.columns) await checkColumn(column, typeNames);
  for (const key of table.foreignKeys) checkForeignKey(table, key);
}

async function checkColumn(column: NewColumn, typeNames: ReadonlySet<string>): Promise<void> {
  const { name, type, identity, nullable, primaryKey } = column;
  checkName('column', name);
  const shown = JSON.stringify(name);
  if (!typeNames.has(type.replace(/\[\]$/, ''))) {
    throw invalid(`Column ${shown}: ${JSON.stringify(type)} is none of the types of this project`);
  }
  if (identity === true && !['int2', 'int4', 'int8'].includes(type)) {
    throw invalid(`Column ${shown}: only int2, int4 and int8 can count up by themselves`);
  }
  if (identity === true && column.default !== undefined) {
    throw invalid(`Column ${shown}: it counts up by itself, so it cannot have a default`);
  }
  if (nullable && (primaryKey || identity === true)) {
    throw invalid(`Column ${shown}: a primary key and an identity are never empty`);
  }
  if (column.default !== undefined) await checkDefault(shown, column.default);
}

async function checkDefault(
  column: string,
  { kind, value }: NonNullable<NewColumn['default']>,
): Promise<void> {
  checkText('default', value);
  if (kind === 'expression' && !(await isExpression(value))) {
    throw invalid(`Column ${column}: the default is not an SQL expression: ${value}`);
  }
}

function checkForeignKey({ columns }: NewTable, key: NewForeignKey): void {
  if (key.columns.length !== key.targetColumns.length) {
    throw invalid('A foreign key has as many columns on both sides');
  }
  for (const name of key.columns) {
    if (!columns.some((column) => column.name === name)) {
      throw invalid(`Foreign key: the table has no column ${JSON.stringify(name)}`);
    }
  }
  for (const name of [key.targetSchema, key.targetTable, ...key.targetColumns]) {
    checkName('name', name);
  }
}

function checkName(what: string, name: string): void {
  checkText(what, name);
  if (name === '') throw invalid(`The ${what} needs a name`);
  if (Buffer.byteLength(name) > longestName) {
    throw invalid(`The name ${JSON.stringify(name)} is longer than ${longestName} bytes`);
  }
}

function checkText(what: string, text: string): void {
  if (text.includes('\0'))
    throw invalid(`The ${what} holds a NUL character, which Postgres cannot store`);
}

function checkDistinct(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalid(`The column ${JSON.stringify(twice)} is there twice`);
}

function invalid(message: string): Error {
  return consoleError('invalid_table', { message });
}
