import type { Claims } from '@plinth/kernel';
import type { CatalogPolicy, RoleAccess, TableCatalog } from '../catalog/table-catalog.ts';
import { parseExpression } from './expression/parse-expression.ts';
import { NotUnderstood } from './expression/tokens.ts';
import { compileCondition } from './in-process/compile-policy.ts';
import { bothRead, type Condition } from './in-process/condition.ts';
import { type ForSet, rewriteForSet } from './in-sql/rewrite-for-set.ts';

/** How it is found out which rows of a table a role's identities see. */
export type PolicyPlan =
  | { readonly kind: 'all' | 'none' }
  | InProcessPlan
  | SetPlan
  | { readonly kind: 'each'; readonly using: string; readonly columns: readonly string[] }
  /** The table itself is asked: the policies cannot be written down so that the role may run them. */
  | { readonly kind: 'lookup' };

/** Evaluated here; claims that are not suitable are asked about one by one. */
export interface InProcessPlan {
  readonly kind: 'in-process';
  readonly condition: Condition;
  readonly using: string;
  readonly columns: readonly string[];
}

/** All identities in one statement. */
export interface SetPlan {
  readonly kind: 'set';
  /** The condition over a table of identities. */
  readonly condition: ForSet;
  readonly using: string;
  readonly columns: readonly string[];
}

/** Chooses the cheapest way that is certain to be right. */
export function planPolicies(table: TableCatalog, access: RoleAccess): PolicyPlan {
  if (!table.isGuarded || access.isUnguarded) return { kind: 'all' };
  const { policies } = access;
  const permissive = policies.filter(({ isPermissive }) => isPermissive);
  if (permissive.length === 0) return { kind: 'none' };
  const using = policyText(policies);
  const columns = columnsOf(table, policies);
  const condition = inProcess(table, policies);
  if (condition !== undefined) {
    return isAlwaysTrue(condition)
      ? { kind: 'all' }
      : { kind: 'in-process', condition, using, columns };
  }
  const readsGuarded = policies.some((policy) => policy.readsGuarded);
  const isOpaque = policies.some((policy) => policy.isOpaque);
  if (!isOpaque && !readsGuarded && access.mayReadRelations) {
    const forSet = rewriteForSet(using);
    if (forSet !== undefined) return { kind: 'set', condition: forSet, using, columns };
  }
  // A plan over tables with row level security is made anew as the role, which then needs to look into the schemas.
  if (readsGuarded && !access.mayUseSchemas) return { kind: 'lookup' };
  // realtime.prepare_images refuses what it cannot be sure about.
  if (using.includes(';') && /[\\$]|\/\*|--/.test(using)) return { kind: 'lookup' };
  return { kind: 'each', using, columns };
}

/**
 * Restrictive policies one after another, then the permissive ones with OR, the last by name first: the order in which
 * Postgres evaluates them, which matters where one raises.
 */
function policyText(policies: readonly CatalogPolicy[]): string {
  const permissive = policies.filter(({ isPermissive }) => isPermissive).reverse();
  const restrictive = policies.filter(({ isPermissive }) => !isPermissive).reverse();
  const some = permissive.map(({ using }) => `(${using})`).join(' OR ');
  return restrictive.reduce((rest, { using }) => `CASE WHEN (${using}) THEN (${rest}) END`, some);
}

function columnsOf(table: TableCatalog, policies: readonly CatalogPolicy[]): readonly string[] {
  if (policies.some(({ columns }) => columns === undefined)) {
    return table.columns.map(({ name }) => name);
  }
  const numbers = new Set(policies.flatMap(({ columns }) => columns ?? []));
  return table.columns.filter(({ number }) => numbers.has(number)).map(({ name }) => name);
}

function inProcess(table: TableCatalog, policies: readonly CatalogPolicy[]): Condition | undefined {
  try {
    const compile = ({ using }: CatalogPolicy): Condition =>
      compileCondition(parseExpression(using), table);
    const permissive = policies.filter(({ isPermissive }) => isPermissive).map(compile);
    const restrictive = policies.filter(({ isPermissive }) => !isPermissive).map(compile);
    const either: Condition = { kind: 'or', reads: bothRead(permissive), parts: permissive };
    if (restrictive.length === 0) return either;
    const parts = [either, ...restrictive];
    return { kind: 'and', reads: bothRead(parts), parts };
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined;
    throw error;
  }
}

function isAlwaysTrue(condition: Condition): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.parts.every(isAlwaysTrue);
    case 'or':
      return condition.parts.some(isAlwaysTrue);
    case 'test': {
      const { reads } = condition;
      return !reads.row && !reads.claims && condition.test(undefined, noClaims) === true;
    }
    default:
      return false;
  }
}

const noClaims: Claims = {};
