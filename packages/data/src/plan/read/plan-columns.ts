import type { FieldSyntax, SelectField } from '../../parse/syntax.ts';
import type { ReadNode } from './read-node.ts';
import type { PlannedColumn, PlannedField } from './read-plan.ts';
import type { FieldResolver } from './resolve-field.ts';

/**
 * The columns of one level. `*` is written out where its columns must be named: some go out through a
 * function, they are grouped by, or each becomes an array.
 */
export function planColumns(
  node: ReadNode,
  resolver: FieldResolver,
  mustBeNamed: boolean,
): readonly PlannedColumn[] {
  const isSpread = node.embed?.spread === true;
  const isExpanded = mustBeNamed || resolver.hasRepresentations;
  return node.fields.flatMap((item) => {
    const isStar = item.field.name === '*' && item.field.path.length === 0;
    if (isStar && item.aggregate === undefined && isExpanded) {
      return resolver.allColumns.map(expandedColumn);
    }
    return [plannedColumn(item, resolver.selected(item.field), isStar && isSpread, isSpread)];
  });
}

function plannedColumn(
  item: SelectField,
  field: PlannedField,
  wholeRow: boolean,
  isSpread: boolean,
): PlannedColumn {
  const { alias, cast, aggregate, aggregateCast } = item;
  return {
    field,
    alias: alias ?? impliedAlias(item, field, isSpread),
    cast,
    aggregate,
    aggregateCast,
    wholeRow: wholeRow && aggregate === 'count',
  };
}

function expandedColumn(field: PlannedField): PlannedColumn {
  return {
    field,
    alias: field.transform === undefined ? undefined : field.column,
    cast: undefined,
    aggregate: undefined,
    aggregateCast: undefined,
    wholeRow: false,
  };
}

/** Postgres names most columns by itself as it should be; not these. */
function impliedAlias(
  { field, aggregate }: SelectField,
  { transform }: PlannedField,
  isSpread: boolean,
): string | undefined {
  // The level above refers to an aggregate of a spread by its name.
  if (aggregate !== undefined) return isSpread ? aggregate : undefined;
  if (field.path.length > 0) return lastKey(field);
  return transform === undefined ? undefined : field.name;
}

/** `data->a->0` is shown as `a`, `data->0` as `data`. */
function lastKey({ name, path }: FieldSyntax): string {
  return path.findLast(({ isIndex }) => !isIndex)?.key ?? name;
}
