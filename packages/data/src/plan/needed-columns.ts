import type { Relationship } from '../catalog/relationship.ts';
import { parseOrder } from '../parse/query/order.ts';
import type { QuerySyntax } from '../parse/query/parse-query.ts';
import { parseSelect } from '../parse/query/select.ts';
import type { LogicSyntax, SelectEmbed } from '../parse/syntax.ts';
import type { PlanContext, ReadRoot } from './context.ts';
import { findRelationship } from './find-relationship.ts';

/** Everything: as `*` alone, since a column named besides it would come twice. */
const all: readonly string[] = ['*'];

/**
 * The columns that a write or a call must give for the read on top of it: selected ones, those that join
 * its embeds, those it is ordered and (of a call) filtered by.
 */
export function neededColumns(
  context: PlanContext,
  { relation, isLimited }: ReadRoot,
  syntax: QuerySyntax,
  always: readonly string[],
): readonly string[] {
  const items = parseSelect(syntax.select ?? '*');
  const fields = items.flatMap((item) => (item.kind === 'field' ? [item.field.name] : []));
  const relationships = items
    .filter((item) => item.kind === 'embed')
    .map((item: SelectEmbed) =>
      findRelationship(context.cache, relation, item.relation, item.hint),
    );
  // The function of a computed relationship takes the whole row.
  const isComputed = relationships.some(({ kind }) => kind === 'computed');
  if (fields.includes('*') || isComputed) return all;
  const filtered = isLimited ? rootFilters(syntax).flatMap(filteredColumns) : [];
  const needed = [
    ...fields,
    ...relationships.flatMap(joiningColumns),
    ...orderedColumns(syntax),
    ...filtered,
    ...always,
  ];
  return needed.length === 0 ? all : [...new Set(needed)].sort();
}

function joiningColumns(relationship: Relationship): readonly string[] {
  if (relationship.kind === 'computed') return [];
  const pairs = relationship.kind === 'many-to-many' ? relationship.source : relationship.columns;
  return pairs.map(([own]) => own);
}

function orderedColumns({ orders }: QuerySyntax): readonly string[] {
  const own = orders.find(({ name }) => name === 'order');
  const terms = own === undefined ? [] : parseOrder(own.value ?? '');
  return terms.filter(({ relation }) => relation === undefined).map(({ field }) => field.name);
}

function rootFilters({ filters, trees }: QuerySyntax): readonly LogicSyntax[] {
  return [...filters, ...trees].filter(({ path }) => path.length === 0).map(({ value }) => value);
}

function filteredColumns(filter: LogicSyntax): readonly string[] {
  return filter.kind === 'group' ? filter.terms.flatMap(filteredColumns) : [filter.field.name];
}
