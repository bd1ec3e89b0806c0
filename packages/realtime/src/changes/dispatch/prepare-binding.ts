import type { RoleAccess, TableCatalog } from '../catalog/table-catalog.ts';
import { InvalidParameter } from '../errors.ts';
import { compileFilter } from '../filters/compile-filter.ts';
import type { Filter } from '../filters/filter.ts';
import { type ColumnView, columnView } from '../payload/column-view.ts';
import type { ImageDatabase } from '../policies/in-sql/image-database.ts';
import type { Binding } from './binding.ts';

/** A binding made ready for one table and role. */
export interface PreparedBinding {
  readonly filters: readonly Filter[];
  readonly view: ColumnView;
}

/** Readies bindings; equal filters of a table are read once. */
export class BindingPreparer {
  readonly #images: ImageDatabase;
  readonly #filters = new WeakMap<TableCatalog, Map<string, Promise<Filter>>>();

  constructor(images: ImageDatabase) {
    this.#images = images;
  }

  /** Throws InvalidParameter or PostgresError where the binding does not fit the table. */
  async prepare(
    table: TableCatalog,
    access: RoleAccess,
    { filters, select }: Binding,
  ): Promise<PreparedBinding> {
    for (const { column } of filters) {
      if (!access.columns.has(column)) {
        throw new InvalidParameter(`invalid column for filter ${column}`);
      }
    }
    for (const column of select ?? []) {
      if (!access.columns.has(column)) {
        throw new InvalidParameter(`invalid column for select ${column}`);
      }
    }
    const compiled: Filter[] = [];
    for (const filter of filters) compiled.push(await this.#compiled(table, filter));
    return { filters: compiled, view: columnView(table, access.columns, select) };
  }

  #compiled(table: TableCatalog, filter: Binding['filters'][number]): Promise<Filter> {
    let known = this.#filters.get(table);
    if (known === undefined) {
      known = new Map();
      this.#filters.set(table, known);
    }
    const key = JSON.stringify(filter);
    let compiled = known.get(key);
    if (compiled === undefined) {
      // Whoever tries values one after another may not fill the memory.
      if (known.size >= mostFilters) known.clear();
      compiled = compileFilter(this.#images, table, filter);
      known.set(key, compiled);
      const all = known;
      compiled.catch(() => all.delete(key));
    }
    return compiled;
  }
}

const mostFilters = 20_000;
