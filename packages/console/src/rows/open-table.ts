import { isSystemSchema, type TableShape, tableShape } from '@plinth/schema';
import { consoleError } from '../errors/console-errors.ts';
import type { ProjectHandle } from '../ports.ts';

/** The table with this id, for reading. Throws AppError `table_not_found`. */
export async function openTable({ owner }: ProjectHandle, id: number): Promise<TableShape> {
  const shape = await tableShape(owner, id);
  if (shape === undefined) throw consoleError('table_not_found');
  return shape;
}

/** The table, for changing its rows. Throws also `system_schema` and `no_row_key`. */
export async function openForChange(project: ProjectHandle, id: number): Promise<TableShape> {
  const shape = await openTable(project, id);
  if (isSystemSchema(shape.schema)) throw consoleError('system_schema');
  if (shape.identity === 'none' || shape.kind === 'materialized view') {
    throw consoleError('no_row_key');
  }
  return shape;
}
