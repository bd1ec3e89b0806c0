import type { SchemaCache } from '../../catalog/schema-cache.ts';
import { type Column, columnOf, type Table } from '../../catalog/table.ts';
import type { FieldSyntax, Test } from '../../parse/syntax.ts';
import type { PlannedField } from './read-plan.ts';

/** Resolves the fields of one relation; of a relation that is not known nothing is assumed. */
export class FieldResolver {
  readonly #cache: SchemaCache;
  readonly table: Table | undefined;

  constructor(cache: SchemaCache, table: Table | undefined) {
    this.#cache = cache;
    this.table = table;
  }

  /** A field whose value goes out: a data representation to JSON applies. */
  selected(field: FieldSyntax): PlannedField {
    const column = columnOf(this.table, field.name);
    return { ...this.#plain(field, column), transform: this.#toJson(column) };
  }

  /** A field that is compared: a data representation applies to the value. */
  compared(field: FieldSyntax, test: Test): PlannedField {
    const column = columnOf(this.table, field.name);
    // A computed field may be a tsvector already; what is none is made one by the operator itself.
    const isText = column !== undefined && column.type !== 'tsvector';
    const isFullText = test.kind === 'fullText' && isText;
    return {
      ...this.#plain(field, column),
      toTsvector: isFullText ? { language: test.language } : undefined,
      transform:
        column === undefined ? undefined : this.#cache.representation('text', column.nominalType),
    };
  }

  /** A field that rows are ordered by. */
  ordered(field: FieldSyntax): PlannedField {
    return this.#plain(field, columnOf(this.table, field.name));
  }

  /** True where `*` has to be written out: some column goes out through a function. */
  get hasRepresentations(): boolean {
    return this.table?.columns.some((column) => this.#toJson(column) !== undefined) ?? false;
  }

  /** All columns, as `*` means them. */
  get allColumns(): readonly PlannedField[] {
    const columns = this.table?.columns ?? [];
    return columns.map(({ name }) => this.selected({ name, path: [] }));
  }

  #plain({ name, path }: FieldSyntax, column: Column | undefined): PlannedField {
    const isJson = column?.nominalType === 'json' || column?.nominalType === 'jsonb';
    return {
      column: name,
      path,
      toJson: path.length > 0 && !isJson,
      toTsvector: undefined,
      transform: undefined,
    };
  }

  #toJson(column: Column | undefined): string | undefined {
    return column === undefined
      ? undefined
      : this.#cache.representation(column.nominalType, 'json');
  }
}
