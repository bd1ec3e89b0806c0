import type { JoinCondition, ReadPlan } from '../../plan/read/read-plan.ts';
import { type Fragment, name, qualified, sql } from '../fragment.ts';
import { columnSql } from './field.ts';

/** The common table expression that holds the rows of a write or a call. */
export const resultName: Fragment = sql`pgrst_source`;

/** What stands behind FROM: the relation, and the junction that leads to it. */
export function sourceSql({ source, alias }: ReadPlan): Fragment {
  const called = name(alias);
  switch (source.kind) {
    case 'result':
      return sql`${resultName} as ${called}`;
    case 'function': {
      const argument = sql`${name(source.argument)}::${qualified(source.argumentType)}`;
      return sql`${qualified(source.name)}(${argument}) as ${called}`;
    }
    case 'relation': {
      const relation = sql`${qualified(source.name)} as ${called}`;
      if (source.junction === undefined) return relation;
      const { name: junction, alias: junctionAlias } = source.junction;
      return sql`${relation}, ${qualified(junction)} as ${name(junctionAlias)}`;
    }
  }
}

/** The conditions that tie the rows to those of the level above. */
export function joinConditions({ source }: ReadPlan): readonly Fragment[] {
  return source.kind === 'relation' ? source.joins.map(joinCondition) : [];
}

function joinCondition({ left, right }: JoinCondition): Fragment {
  return sql`${columnSql(...left)} = ${columnSql(...right)}`;
}
