import { columnOf } from '../../catalog/table.ts';
import { dataError } from '../../errors/catalogue.ts';
import type { FilterSyntax, LogicSyntax } from '../../parse/syntax.ts';
import type { Condition, EmbedPlan } from './read-plan.ts';
import type { FieldResolver } from './resolve-field.ts';

/** The conditions of one level; a filter may also ask whether one of its embeds has rows. */
export function planConditions(
  filters: readonly LogicSyntax[],
  resolver: FieldResolver,
  embeds: readonly EmbedPlan[],
): readonly Condition[] {
  return filters.map((filter) => planCondition(filter, resolver, embeds));
}

function planCondition(
  syntax: LogicSyntax,
  resolver: FieldResolver,
  embeds: readonly EmbedPlan[],
): Condition {
  if (syntax.kind === 'group') {
    const { operator, negated, terms } = syntax;
    return { kind: 'group', operator, negated, terms: planConditions(terms, resolver, embeds) };
  }
  const { field, negated, test } = syntax;
  const embed = field.path.length === 0 ? embedOf(field.name, embeds) : undefined;
  if (embed !== undefined) {
    if (test.kind === 'is' && (test.value === 'null' || test.value === 'not_null')) {
      return { kind: 'embed', embed, present: (test.value === 'null') === negated };
    }
    requireColumn(syntax, resolver);
  }
  return { kind: 'test', field: resolver.compared(field, test), negated, test };
}

function embedOf(name: string, embeds: readonly EmbedPlan[]): EmbedPlan | undefined {
  return embeds.find((embed) => embed.name === name);
}

/** A column may have the name of an embed; then other operators mean the column. */
function requireColumn({ field: { name } }: FilterSyntax, resolver: FieldResolver): void {
  if (columnOf(resolver.table, name) !== undefined) return;
  throw dataError('PGRST120', {
    message: `Bad operator on the '${name}' embedded resource`,
    details: 'Only is null or not is null filters are allowed on embedded resources',
  });
}
