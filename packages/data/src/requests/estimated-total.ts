import type { RequestContext } from '../run/request-context.ts';

/**
 * The total by what was asked for: what was counted, what the planner expects, or the latter only where
 * there are more rows than a page can have.
 */
export function estimatedTotal(
  { preferences: { count }, snapshot }: RequestContext,
  counted: number | undefined,
  countPlan: string | undefined,
): number | undefined {
  if (count === 'planned') return plannedRows(countPlan);
  if (count !== 'estimated') return counted;
  const { maxRows } = snapshot.settings;
  if (counted === undefined || (maxRows !== undefined && counted <= maxRows)) return counted;
  return Math.max(counted, plannedRows(countPlan) ?? 0);
}

function plannedRows(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [explained] = JSON.parse(text) as [{ Plan?: { 'Plan Rows'?: number } }];
  return explained.Plan?.['Plan Rows'];
}
