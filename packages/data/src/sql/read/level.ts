import type { Bound, PlannedColumn, ReadPlan } from '../../plan/read/read-plan.ts';
import { clause, empty, Fragment, integer, join, name, sql, value } from '../fragment.ts';
import { aggregateSql, castSql } from './aggregate.ts';
import { conditionSql, joinedEmbedTest } from './condition.ts';
import { embedJoin, embedSelects } from './embed.ts';
import { columnSql, selectedFieldSql } from './field.ts';
import { groupBy, type Selected } from './group-by.ts';
import { orderSql, termSql } from './order.ts';
import { joinConditions, sourceSql } from './source.ts';

/** The SELECT of one level, with those of its embeds joined to it. */
export function readSql(plan: ReadPlan): Fragment {
  const { alias } = plan;
  const list = selectList(plan);
  const conditions = [
    ...plan.conditions.map((condition) => conditionSql(alias, condition, joinedEmbedTest)),
    ...joinConditions(plan),
  ];
  return join(
    [
      sql`select ${join(
        list.map((selected) => selected.sql),
        ', ',
      )} from ${sourceSql(plan)}`,
      ...plan.embeds.map((embed) => embedJoin(embed, readSql(embed.plan))),
      clause(' where ', conditions, ' and '),
      clause(' group by ', groupBy(list), ', '),
      clause(
        ' order by ',
        plan.order.map((term) => orderSql(alias, term)),
        ', ',
      ),
      boundSql(' limit ', plan.limit),
      boundSql(' offset ', plan.offset),
    ],
    '',
  );
}

function selectList(plan: ReadPlan): readonly Selected[] {
  const { alias, columns, embeds, orderColumns } = plan;
  const all = columns.length === 0 && embeds.length === 0;
  return [
    ...(all
      ? [plainly(columnSql(alias, '*'))]
      : columns.map((each) => selectedColumn(alias, each))),
    ...orderColumns.map(({ term, alias: own }) =>
      plainly(sql`${termSql(alias, term)} as ${name(own)}`),
    ),
    ...embeds.flatMap(embedSelects),
  ];
}

function plainly(expression: Fragment): Selected {
  return { sql: expression, isAggregate: false };
}

function selectedColumn(alias: string, column: PlannedColumn): Selected {
  const plain = column.wholeRow ? name(alias) : selectedFieldSql(alias, column.field);
  const cast = castSql(plain, column.cast);
  const expression = aggregateSql(cast, column.aggregate, column.aggregateCast);
  return {
    sql: column.alias === undefined ? expression : sql`${expression} as ${name(column.alias)}`,
    isAggregate: column.aggregate !== undefined,
  };
}

function boundSql(keyword: string, bound: Bound | undefined): Fragment {
  if (bound === undefined) return empty;
  const number = 'slot' in bound ? value(bound.slot) : integer(bound.fixed);
  return new Fragment([keyword, ''], [number]);
}
