import type { ColumnPair, Relationship } from '../../catalog/relationship.ts';
import type { Aliases } from './aliases.ts';
import type { JoinCondition, ReadSource } from './read-plan.ts';

/** The rows that belong to a row of the level above, which SQL calls `parent`. */
export function joinSource(
  relationship: Relationship,
  parent: string,
  alias: string,
  aliases: Aliases,
): ReadSource {
  switch (relationship.kind) {
    case 'computed':
      return {
        kind: 'function',
        name: relationship.function,
        argument: parent,
        argumentType: relationship.from,
      };
    case 'many-to-many': {
      const junction = aliases.next(relationship.junction.name);
      return {
        kind: 'relation',
        name: relationship.to,
        junction: { name: relationship.junction, alias: junction },
        joins: [
          ...conditions(relationship.target, alias, junction),
          ...conditions(relationship.source, parent, junction),
        ],
      };
    }
    default:
      return {
        kind: 'relation',
        name: relationship.to,
        junction: undefined,
        joins: conditions(relationship.columns, parent, alias),
      };
  }
}

/** Pairs hold the column of `one` first. */
function conditions(pairs: readonly ColumnPair[], one: string, other: string): JoinCondition[] {
  return pairs.map(([own, foreign]) => ({ left: [other, foreign], right: [one, own] }));
}
