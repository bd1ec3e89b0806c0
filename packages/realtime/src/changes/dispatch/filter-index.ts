import type { InProcessFilter } from '../filters/filter.ts';
import type { RowImage } from '../row-image.ts';
import type { Entry } from './role-group.ts';

/** Finds the bindings whose `eq` or `in` filter can match a row, without looking at the others. */
export class FilterIndex {
  readonly #byColumn = new Map<string, Map<string, Set<Entry>>>();
  readonly #others = new Set<Entry>();

  add(entry: Entry): void {
    const filter = indexable(entry);
    if (filter === undefined) {
      this.#others.add(entry);
      return;
    }
    let byValue = this.#byColumn.get(filter.column);
    if (byValue === undefined) {
      byValue = new Map();
      this.#byColumn.set(filter.column, byValue);
    }
    for (const value of filter.equals ?? []) {
      const same = byValue.get(value);
      if (same === undefined) byValue.set(value, new Set([entry]));
      else same.add(entry);
    }
  }

  remove(entry: Entry): void {
    const filter = indexable(entry);
    if (filter === undefined) {
      this.#others.delete(entry);
      return;
    }
    const byValue = this.#byColumn.get(filter.column);
    for (const value of filter.equals ?? []) {
      const same = byValue?.get(value);
      same?.delete(entry);
      if (same?.size === 0) byValue?.delete(value);
    }
    if (byValue?.size === 0) this.#byColumn.delete(filter.column);
  }

  *candidates(image: RowImage): Iterable<Entry> {
    yield* this.#others;
    for (const [column, byValue] of this.#byColumn) {
      const value = image.logged(column);
      if (typeof value === 'string') yield* byValue.get(value) ?? [];
    }
  }
}

function indexable({ filters }: Entry): InProcessFilter | undefined {
  for (const filter of filters) {
    if (filter.kind === 'in-process' && filter.equals !== undefined) return filter;
  }
  return undefined;
}
