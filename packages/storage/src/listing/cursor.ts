import { storageError } from '../errors.ts';

export type SortColumn = 'name' | 'created_at' | 'updated_at';

/** Where a page of a list ended. */
export interface Cursor {
  /** The last name given. */
  readonly startAfter: string;
  readonly order?: 'asc' | 'desc' | undefined;
  readonly column?: SortColumn | undefined;
  /** The last entry's time, ISO 8601, where the list is sorted by one. */
  readonly columnAfter?: string | undefined;
}

const columns: readonly string[] = ['name', 'created_at', 'updated_at'];
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Opaque to clients; upstream's form: base64 of lines `l:name`, `o:order`, `c:column`, `a:time`. */
export function encodeCursor({ startAfter, order, column, columnAfter }: Cursor): string {
  const lines = [
    `l:${startAfter}`,
    ...(order === undefined ? [] : [`o:${order}`]),
    ...(column === undefined ? [] : [`c:${column}`]),
    ...(columnAfter === undefined ? [] : [`a:${columnAfter}`]),
  ];
  return Buffer.from(lines.join('\n')).toString('base64');
}

/** Throws `InvalidParameter` for what was not given out as a cursor. */
export function decodeCursor(text: string): Cursor {
  const parts = new Map<string, string>();
  for (const line of Buffer.from(text, 'base64').toString('utf8').split('\n')) {
    const [, name, value] = /^([loca]):(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined || value.includes('\0')) throw invalid();
    parts.set(name, value);
  }
  const order = parts.get('o');
  const column = parts.get('c');
  const columnAfter = parts.get('a');
  if (order !== undefined && order !== 'asc' && order !== 'desc') throw invalid();
  if (column !== undefined && !columns.includes(column)) throw invalid();
  if (columnAfter !== undefined && !timePattern.test(columnAfter)) throw invalid();
  return {
    startAfter: parts.get('l') ?? '',
    order,
    column: column as SortColumn | undefined,
    columnAfter,
  };
}

function invalid(): Error {
  return storageError('InvalidParameter', { message: 'Invalid Parameter continuation token' });
}
