import type { TableCatalog } from '../catalog/table-catalog.ts';

/** The columns that some subscribers see of a table. One object for equal sets. */
export interface ColumnView {
  /** JSON of the protocol's `columns`. */
  readonly columns: string;
  /** Names in the order that jsonb gives its keys: by length, then by bytes. */
  readonly names: readonly string[];
  /** The members of a record start like this. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** Those of the primary key among them. */
  readonly key: ReadonlySet<string>;
}

const views = new WeakMap<TableCatalog, Map<string, ColumnView>>();

/** What of a table is seen by who may select `selectable` and asked for `selected` (always with the primary key). */
export function columnView(
  table: TableCatalog,
  selectable: ReadonlySet<string>,
  selected: readonly string[] | undefined,
): ColumnView {
  const seen = table.columns.filter(
    ({ name, isKey }) =>
      selectable.has(name) && (selected === undefined || isKey || selected.includes(name)),
  );
  const id = seen.map(({ number }) => number).join();
  let known = views.get(table);
  if (known === undefined) {
    known = new Map();
    views.set(table, known);
  }
  let view = known.get(id);
  if (view === undefined) {
    view = {
      columns: JSON.stringify(seen.map(({ name, typeName }) => ({ name, type: typeName }))),
      names: seen.map(({ name }) => name).sort(asJsonb),
      prefixes: new Map(seen.map(({ name }) => [name, `${JSON.stringify(name)}:`])),
      key: new Set(seen.filter(({ isKey }) => isKey).map(({ name }) => name)),
    };
    known.set(id, view);
  }
  return view;
}

function asJsonb(left: string, right: string): number {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length - b.length || a.compare(b);
}
