import { dataError } from '../../errors/catalogue.ts';
import type { EmbedPlan, OrderTerm, PlannedColumn, ReadPlan, SpreadColumn } from './read-plan.ts';

/**
 * A to-one spread: its columns stand in the row above. Its aggregates are worked out there too, over all
 * rows: here there is only one row for each.
 */
export function spreadObject(embed: EmbedPlan): EmbedPlan {
  const { plan } = embed;
  return {
    ...embed,
    shape: 'spreadObject',
    spread: exportedColumns(plan),
    plan: {
      ...plan,
      columns: plan.columns.map((column) => ({
        ...column,
        aggregate: undefined,
        aggregateCast: undefined,
      })),
      embeds: plan.embeds.map((each) => ({ ...each, spread: each.spread.map(withoutAggregate) })),
    },
  };
}

/**
 * A to-many spread: each of its columns becomes an array in the row above, all in the same order. Throws
 * PGRST127 where it holds aggregates.
 */
export function spreadArrays(embed: EmbedPlan): EmbedPlan {
  const { plan } = embed;
  const exported = exportedColumns(plan);
  if (exported.some(({ aggregate }) => aggregate !== undefined)) {
    throw dataError('PGRST127', {
      details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
    });
  }
  return {
    ...embed,
    shape: 'spreadArrays',
    spread: exported.map((column) => ({ ...column, alias: undefined })),
    plan: {
      ...plan,
      order: [],
      orderColumns: plan.order.map((term, index) => ({
        term,
        alias: `${embed.alias}_order_${index + 1}`,
      })),
    },
  };
}

/** What the rows of a spread consist of. */
function exportedColumns({ columns, embeds }: ReadPlan): readonly SpreadColumn[] {
  return [...columns.map(exportedColumn), ...embeds.flatMap(exportedEmbed)];
}

function exportedColumn({ field, alias, aggregate, aggregateCast }: PlannedColumn): SpreadColumn {
  return { name: alias ?? field.column, aggregate, aggregateCast, alias };
}

function exportedEmbed({ shape, name, hidden, spread }: EmbedPlan): readonly SpreadColumn[] {
  if (shape === 'spreadObject' || shape === 'spreadArrays') return spread;
  if (hidden) return [];
  return [{ name, aggregate: undefined, aggregateCast: undefined, alias: undefined }];
}

function withoutAggregate(column: SpreadColumn): SpreadColumn {
  return { ...column, aggregate: undefined, aggregateCast: undefined, alias: undefined };
}

/** How the arrays of a to-many spread are ordered, by columns that its rows carry for this. */
export function arrayOrder({ alias, plan }: EmbedPlan): readonly OrderTerm[] {
  return plan.orderColumns.map((column) => ({
    ...column.term,
    embedAlias: alias,
    field: { ...column.term.field, column: column.alias, path: [], toJson: false },
  }));
}
