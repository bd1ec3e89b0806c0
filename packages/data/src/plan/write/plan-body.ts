import type { SchemaCache } from '../../catalog/schema-cache.ts';
import { columnOf, type Table } from '../../catalog/table.ts';
import { dataError } from '../../errors/catalogue.ts';
import type { BodyColumn } from './write-plan.ts';

/** The columns that the keys of a body stand for. Throws PGRST204 for one that the table does not have. */
export function planBodyColumns(
  cache: SchemaCache,
  table: Table,
  keys: readonly string[],
): readonly BodyColumn[] {
  return [...new Set(keys)].sort().map((key) => {
    const column = columnOf(table, key);
    if (column === undefined) {
      throw dataError('PGRST204', {
        message: `Could not find the '${key}' column of '${table.name}' in the schema cache`,
      });
    }
    const transform = cache.representation('json', column.nominalType);
    return {
      name: key,
      type: transform === undefined ? column.nominalType : 'json',
      transform,
      default: column.default,
    };
  });
}
