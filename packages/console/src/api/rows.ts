/** How Studio filters: every one is a parameterised comparison; nothing here is SQL. */
export type FilterOperator =
  | 'eq'
  | 'neq'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'like'
  | 'ilike'
  | 'in'
  | 'is_null'
  | 'is_not_null';

export interface RowFilter {
  /** A column of the table, or one that its row keys name (`ctid`). */
  readonly column: string;
  readonly operator: FilterOperator;
  /**
   * Postgres text form; for `in` a list of at most 1,000 values separated by commas, where double quotes keep
   * a comma (`"a, b"`). `like` and `ilike` match the text form. Ignored by the null tests.
   */
  readonly value: string;
}

export interface RowSort {
  readonly column: string;
  readonly descending: boolean;
}

/**
 * POST /console/v1/projects/:ref/tables/:id/rows/query: a window of rows in a total order (the sort, then
 * the primary key). With `after` the window starts `offset` rows behind that row, found by the index on the
 * order; without it, `offset` rows from the start. Scrolling passes the last row of the window before, so the
 * cost of a page does not grow with its number; a jump passes the nearest known row.
 */
export interface RowsQuery {
  readonly filters: readonly RowFilter[];
  readonly sort: readonly RowSort[];
  /** `RowsPage.anchors` of a row known before, from a query with the same sort. */
  readonly after?: readonly (string | null)[];
  /** 0…10,000,000. */
  readonly offset: number;
  /** 1…500. */
  readonly limit: number;
}

export interface RowsPage {
  readonly columns: readonly string[];
  /**
   * Cells in Postgres text form as psql shows it (booleans `t` and `f`, ISO dates, `\x…` bytes), cut after 1,024
   * characters; in windows of many wide rows earlier. `truncated` names every cell that was cut.
   */
  readonly rows: readonly (readonly (string | null)[])[];
  /** Cells that were cut: [row, column, full length in characters]. */
  readonly truncated: readonly (readonly [number, number, number])[];
  /**
   * What `after` takes, for each row: the whole values of its order, in views and foreign tables the number of
   * the row (whose windows get slower with it).
   */
  readonly anchors: readonly (readonly (string | null)[])[];
  /** Values of the primary key (or ctid) of each row; names it in the calls below. Null where `editable` cannot be: views, foreign tables. */
  readonly keys: readonly RowKey[] | null;
  /** Null where the query did not count (windows behind the first). */
  readonly total: RowTotal | null;
  readonly milliseconds: number;
}

export interface RowTotal {
  readonly value: number;
  /** False for the planner's estimate, shown as "~1.2 M". */
  readonly exact: boolean;
}

/**
 * Column name → value in text form. `{ ctid: "(0,1)" }` where the table has no primary key, `{ tableoid, ctid }` where
 * it is partitioned besides. A ctid is another one after each change of the row.
 */
export type RowKey = Readonly<Record<string, string>>;

/** POST …/rows/count with `{ filters }`: the exact number, cancelled when the client goes away. */
export interface RowCount {
  readonly value: number;
}

/** POST …/rows/cell: one whole value. */
export interface CellQuery {
  readonly key: RowKey;
  readonly column: string;
}

export interface CellValue {
  readonly value: string | null;
}

/** Values in text form; `null` is NULL, an absent column takes its default. */
export type RowValues = Readonly<Record<string, string | null>>;

/** POST …/rows: one row in; answers it as it stands in the table (201). */
export interface InsertRow {
  readonly values: RowValues;
  /** The order that the answer's anchor is for; none means the primary key's. */
  readonly sort?: readonly RowSort[];
}

/**
 * PATCH …/rows: changes cells of one row. Where `expected` holds values, the row must still have them:
 * otherwise 409 `row_changed` and nothing is written.
 */
export interface UpdateRow {
  readonly key: RowKey;
  readonly values: RowValues;
  readonly expected?: RowValues;
  /** As in InsertRow. */
  readonly sort?: readonly RowSort[];
}

/** DELETE …/rows: 1…1,000 rows; answers how many there were to delete. */
export interface DeleteRows {
  readonly keys: readonly RowKey[];
}

export interface DeletedRows {
  readonly deleted: number;
}

/** Answer to an insert or update: the row with its (possibly new) key and anchor. */
export interface SavedRow {
  readonly row: readonly (string | null)[];
  /** Cells of `row` that were cut: [column, full length in characters]. */
  readonly truncated: readonly (readonly [number, number])[];
  readonly key: RowKey;
  readonly anchor: readonly (string | null)[];
}
