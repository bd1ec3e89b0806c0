import type { QualifiedName } from '../names.ts';
import type { RawCatalog, RawView } from './raw-catalog.ts';
import { type ColumnOrigin, viewColumnOrigins } from './view-columns.ts';

/** A view that shows columns of a table: names in the view by column number of the table. */
export interface ViewSource {
  readonly view: QualifiedName;
  readonly columns: ReadonlyMap<number, readonly string[]>;
}

/** Longest chain of views over views that is followed. */
const deepest = 32;

/** Which views show which columns of which tables, through views over views. */
export class ViewOrigins {
  readonly #sources = new Map<number, ViewSource[]>();

  constructor({ views }: Pick<RawCatalog, 'views'>, exposed: readonly string[]) {
    const origins = new Map(views.map(([oid, , , , tree]) => [oid, viewColumnOrigins(tree)]));
    for (const view of views) {
      if (exposed.includes(view[1])) this.#add(view, origins);
    }
  }

  /** The exposed views that show columns of the table with this oid. */
  viewsOf(table: number): readonly ViewSource[] {
    return this.#sources.get(table) ?? [];
  }

  #add(
    [oid, schema, name, names]: RawView,
    origins: ReadonlyMap<number, ReadonlyMap<number, ColumnOrigin>>,
  ): void {
    const tables = new Map<number, Map<number, string[]>>();
    names.forEach((column, index) => {
      const origin = follow(origins, { relation: oid, column: index + 1 });
      if (origin === undefined) return;
      const columns = tables.get(origin.relation) ?? new Map<number, string[]>();
      columns.set(origin.column, [...(columns.get(origin.column) ?? []), column]);
      tables.set(origin.relation, columns);
    });
    for (const [table, columns] of tables) {
      const sources = this.#sources.get(table) ?? [];
      sources.push({ view: { schema, name }, columns });
      this.#sources.set(table, sources);
    }
  }
}

/** The table column behind a view's column; undefined where it is computed. */
function follow(
  origins: ReadonlyMap<number, ReadonlyMap<number, ColumnOrigin>>,
  start: ColumnOrigin,
): ColumnOrigin | undefined {
  let place = start;
  for (let steps = 0; steps < deepest; steps += 1) {
    const view = origins.get(place.relation);
    if (view === undefined) return place;
    const next = view.get(place.column);
    if (next === undefined) return undefined;
    place = next;
  }
  return undefined;
}
