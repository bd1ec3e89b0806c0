import type { LoggedRow, LoggedTable, LoggedValue } from './change-source.ts';

const indexes = new WeakMap<LoggedTable, ReadonlyMap<string, number>>();

/** Where each column of a logged table stands in its rows. */
function columnIndex(table: LoggedTable): ReadonlyMap<string, number> {
  let index = indexes.get(table);
  if (index === undefined) {
    index = new Map(table.columns.map(({ name }, at) => [name, at]));
    indexes.set(table, index);
  }
  return index;
}

/** A row as the log has it: what policies and filters are evaluated against. */
export class RowImage {
  readonly table: LoggedTable;
  readonly row: LoggedRow;
  readonly #index: ReadonlyMap<string, number>;
  /** Values that the log left out and that were looked up since. */
  #found: Map<string, string | null> | undefined;

  constructor(table: LoggedTable, row: LoggedRow) {
    this.table = table;
    this.row = row;
    this.#index = columnIndex(table);
  }

  /** As the log has it; undefined where it was left out. */
  logged(column: string): LoggedValue {
    const at = this.#index.get(column);
    return at === undefined ? undefined : this.row[at];
  }

  /** As logged or looked up; undefined where the value is not known. */
  value(column: string): LoggedValue {
    const logged = this.logged(column);
    return logged === undefined ? this.#found?.get(column) : logged;
  }

  /** Adds a value that the log left out. */
  complete(column: string, value: string | null): void {
    this.#found ??= new Map();
    this.#found.set(column, value);
  }
}
