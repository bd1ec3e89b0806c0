import type { TableCatalog } from '../catalog/table-catalog.ts';
import type { LoggedChange } from '../change-source.ts';
import type { RowImage } from '../row-image.ts';
import { jsonValue } from './json-value.ts';

/** Largest change, in bytes of its values, that is sent whole. */
const largest = 1024 * 1024;

/** The values of a change as JSON, by column. */
export interface ChangeValues {
  readonly table: { readonly schema: string; readonly name: string };
  readonly kind: LoggedChange['kind'];
  readonly committedAt: number;
  readonly isTooLarge: boolean;
  readonly values: Map<string, string>;
  readonly oldValues: Map<string, string>;
}

/** A value that only Postgres can write as JSON. */
export interface OpenValue {
  readonly into: Map<string, string>;
  readonly image: RowImage;
  readonly column: string;
  /** Sent where Postgres fails as well. */
  readonly text: string | undefined;
}

/** Writes what can be written here and lists the rest. */
export function changeValues(
  catalog: TableCatalog,
  change: LoggedChange,
  committedAt: number,
  images: { readonly row: RowImage | undefined; readonly oldRow: RowImage | undefined },
  open: OpenValue[],
): ChangeValues {
  const values = new Map<string, string>();
  const oldValues = new Map<string, string>();
  if (images.row !== undefined) write(catalog, images.row, values, open);
  if (images.oldRow !== undefined) write(catalog, images.oldRow, oldValues, open);
  else if (change.kind === 'update' && images.row !== undefined) {
    // The identity did not change: its columns are those of the new row.
    for (const { name, isIdentity } of change.table.columns) {
      const value = values.get(name);
      if (isIdentity && value !== undefined) oldValues.set(name, value);
    }
  }
  return {
    table: { schema: change.table.schema, name: change.table.name },
    kind: change.kind,
    committedAt,
    isTooLarge: change.isCut === true || sizeOf(change) > largest,
    values,
    oldValues,
  };
}

function write(
  catalog: TableCatalog,
  image: RowImage,
  into: Map<string, string>,
  open: OpenValue[],
): void {
  let isWhole = true;
  for (const column of catalog.columns) {
    if (column.generated !== undefined) continue;
    const text = image.logged(column.name);
    if (text === undefined) isWhole = false;
    else if (text === null) into.set(column.name, 'null');
    else {
      const json = jsonValue(column, text);
      if (json === undefined) open.push({ into, image, column: column.name, text });
      else into.set(column.name, json);
    }
  }
  if (!isWhole) return;
  for (const { name, generated } of catalog.columns) {
    if (generated !== undefined) open.push({ into, image, column: name, text: undefined });
  }
}

function sizeOf({ row = [], oldRow = [] }: LoggedChange): number {
  let characters = 0;
  for (const value of row) characters += value?.length ?? 0;
  for (const value of oldRow) characters += value?.length ?? 0;
  // Four bytes a character at most.
  if (characters * 4 <= largest) return characters;
  return [...row, ...oldRow].reduce((sum, value) => sum + Buffer.byteLength(value ?? ''), 0);
}
