import type { EmbedPlan, SpreadColumn } from '../../plan/read/read-plan.ts';
import { arrayOrder } from '../../plan/read/spread.ts';
import { clause, type Fragment, join, name, sql } from '../fragment.ts';
import { aggregateSql } from './aggregate.ts';
import { columnSql } from './field.ts';
import type { Selected } from './group-by.ts';
import { orderSql } from './order.ts';

/**
 * What the level above selects of an embed. As jsonb, which is how PostgREST gives embedded rows (and only
 * those): their bytes are the same.
 */
export function embedSelects({ shape, name: key, alias, hidden, spread }: EmbedPlan): Selected[] {
  if (shape === 'spreadObject' || shape === 'spreadArrays') {
    return spread.map((column) => spreadSelect(alias, column));
  }
  if (hidden) return [];
  const rows =
    shape === 'object'
      ? sql`row_to_json(${name(alias)}.*)::jsonb`
      : sql`coalesce(${name(alias, alias)}, '[]')`;
  return [{ sql: sql`${rows} as ${name(key)}`, isAggregate: false }];
}

function spreadSelect(alias: string, column: SpreadColumn): Selected {
  const plain = columnSql(alias, column.name);
  const expression = aggregateSql(plain, column.aggregate, column.aggregateCast);
  const isNamed = column.alias !== undefined && column.name !== '*';
  return {
    sql: isNamed ? sql`${expression} as ${name(column.alias)}` : expression,
    isAggregate: column.aggregate !== undefined,
  };
}

/** The join that brings in an embed's rows, which `rows` selects for each row of the level above. */
export function embedJoin(embed: EmbedPlan, rows: Fragment): Fragment {
  const { shape, alias, inner } = embed;
  const kind = inner ? sql` inner join lateral ` : sql` left join lateral `;
  if (shape === 'object' || shape === 'spreadObject') {
    return sql`${kind}(${rows}) as ${name(alias)} on true`;
  }
  const collected = join(
    [
      sql`json_agg(${name(alias)}.*)::jsonb as ${name(alias)}`,
      ...(shape === 'spreadArrays' ? embed.spread.map((each) => arrayOf(embed, each)) : []),
    ],
    ', ',
  );
  const on = inner ? sql`${name(alias, alias)} is not null` : sql`true`;
  return sql`${kind}(select ${collected} from (${rows}) as ${name(alias)}) as ${name(alias)} on ${on}`;
}

function arrayOf(embed: EmbedPlan, column: SpreadColumn): Fragment {
  const order = clause(
    ' order by ',
    arrayOrder(embed).map((term) => orderSql(embed.alias, term)),
    ', ',
  );
  const item = name(embed.alias, column.name);
  return sql`coalesce(json_agg(${item}${order}), '[]')::jsonb as ${name(column.name)}`;
}
