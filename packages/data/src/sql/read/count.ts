import type { ReadPlan } from '../../plan/read/read-plan.ts';
import { clause, type Fragment, integer, sql } from '../fragment.ts';
import { conditionSql, type EmbedTest } from './condition.ts';
import { joinConditions, sourceSql } from './source.ts';

/**
 * One row for each row that the read would give without its limit. Only what decides about rows is there:
 * conditions, and embeds without which a row is left out.
 */
export function countedRows(plan: ReadPlan): Fragment {
  const conditions = [
    ...plan.conditions.map((condition) => conditionSql(plan.alias, condition, existingEmbedTest)),
    ...joinConditions(plan),
    ...plan.embeds
      .filter(({ inner }) => inner)
      .map((embed) => sql`exists (${countedRows(embed.plan)})`),
  ];
  return sql`select 1 from ${sourceSql(plan)}${clause(' where ', conditions, ' and ')}`;
}

const existingEmbedTest: EmbedTest = ({ plan }, present) =>
  present ? sql`exists (${countedRows(plan)})` : sql`not exists (${countedRows(plan)})`;

/** How many rows the read has in all; at most `most` are looked at. */
export function totalSql(plan: ReadPlan, most: number | undefined): Fragment {
  const rows = countedRows(plan);
  const some = most === undefined ? rows : sql`${rows} limit ${integer(most)}`;
  return sql`(select pg_catalog.count(*) from (${some}) as pgrst_source_count)`;
}
