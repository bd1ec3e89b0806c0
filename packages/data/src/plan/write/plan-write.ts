import type { Table } from '../../catalog/table.ts';
import { dataError } from '../../errors/catalogue.ts';
import type { Preferences } from '../../parse/headers/prefer.ts';
import { parseColumns } from '../../parse/query/columns.ts';
import type { QuerySyntax } from '../../parse/query/parse-query.ts';
import type { LogicSyntax } from '../../parse/syntax.ts';
import type { PlanContext } from '../context.ts';
import { neededColumns } from '../needed-columns.ts';
import { planConditions } from '../read/plan-conditions.ts';
import type { Condition } from '../read/read-plan.ts';
import { FieldResolver } from '../read/resolve-field.ts';
import { planBodyColumns } from './plan-body.ts';
import type { BodyPlan, ConflictPlan, Returning, WritePlan } from './write-plan.ts';

/** Which write: by POST, PUT, PATCH and DELETE. */
export type WriteKind = 'insert' | 'put' | 'update' | 'delete';

/** The shape of a body: which keys, and whether it is one object. */
export interface BodyShape {
  readonly keys: readonly string[] | undefined;
  readonly isObject: boolean;
}

/** What a write is planned from. */
export interface WriteRequest {
  readonly kind: WriteKind;
  readonly table: Table;
  readonly syntax: QuerySyntax;
  readonly preferences: Preferences;
  /** Absent on DELETE. */
  readonly body: BodyShape | undefined;
}

/** Plans the write itself, without the read of what it gives back. Throws PGRST105, 204 and 21000. */
export function planWrite(context: PlanContext, request: WriteRequest): WritePlan {
  const { kind, table } = request;
  const returning = planReturning(context, request);
  switch (kind) {
    case 'insert':
    case 'put':
      return planInsert(context, request, returning);
    case 'update':
      requireFilter(context, request, 'UPDATE');
      return {
        kind,
        table,
        body: planBody(context, request),
        conditions: rootConditions(context, request),
        returning,
      };
    case 'delete':
      requireFilter(context, request, 'DELETE');
      return { kind, table, conditions: rootConditions(context, request), returning };
  }
}

function planInsert(context: PlanContext, request: WriteRequest, returning: Returning): WritePlan {
  const { kind, table, preferences } = request;
  const isPut = kind === 'put';
  if (isPut) requirePrimaryKey(request);
  const conflict = planConflict(request);
  return {
    kind: 'insert',
    table,
    body: planBody(context, request),
    conflict,
    matching: isPut ? rootConditions(context, request) : [],
    returning,
    countsInserted: isPut || preferences.resolution === 'merge-duplicates',
  };
}

function planBody({ cache }: PlanContext, request: WriteRequest): BodyPlan {
  const { kind, table, syntax, preferences, body } = request;
  const keys =
    body?.keys ?? (syntax.columns === undefined ? [] : parseColumns(syntax.columns, 'columns'));
  return {
    columns: planBodyColumns(cache, table, keys),
    isObject: body?.isObject ?? true,
    applyDefaults: kind !== 'put' && preferences.missing === 'default',
  };
}

/** Rows that exist are found by the primary key, unless `on_conflict` says otherwise. */
function planConflict(request: WriteRequest): ConflictPlan | undefined {
  const { kind, table, syntax, preferences } = request;
  if (kind === 'put') return { columns: table.primaryKey, merge: true };
  const columns =
    syntax.onConflict === undefined
      ? table.primaryKey
      : parseColumns(syntax.onConflict, 'on_conflict');
  if (preferences.resolution === undefined || columns.length === 0) return undefined;
  return { columns, merge: preferences.resolution === 'merge-duplicates' };
}

/** The Location header needs the primary key. */
function planReturning(context: PlanContext, request: WriteRequest): Returning {
  const { table, syntax, preferences } = request;
  if (preferences.return === undefined || preferences.return === 'minimal') return [];
  const root = { relation: table, source: 'result', isLimited: false } as const;
  return neededColumns(context, root, syntax, table.primaryKey);
}

function rootFilters({ syntax }: WriteRequest): readonly LogicSyntax[] {
  return [...syntax.filters, ...syntax.trees]
    .filter(({ path }) => path.length === 0)
    .map(({ value }) => value);
}

function rootConditions({ cache }: PlanContext, request: WriteRequest): readonly Condition[] {
  return planConditions(rootFilters(request), new FieldResolver(cache, request.table), []);
}

/** PUT names its row: one `eq` filter for each column of the primary key, and nothing else. */
function requirePrimaryKey({ table, syntax }: WriteRequest): void {
  const { primaryKey } = table;
  const names = new Set(syntax.filterNames);
  const isWhole =
    primaryKey.length > 0 &&
    names.size === primaryKey.length &&
    primaryKey.every((column) => names.has(column));
  const isEqual = syntax.filters.every(
    ({ path, value: { negated, test } }) =>
      path.length === 0 &&
      !negated &&
      test.kind === 'quantified' &&
      test.operator === 'eq' &&
      test.quantifier === undefined,
  );
  if (!isWhole || !isEqual || syntax.trees.length > 0) throw dataError('PGRST105');
}

/** A forgotten filter would change every row; pg-safeupdate's words. */
function requireFilter(
  { settings }: PlanContext,
  request: WriteRequest,
  command: 'UPDATE' | 'DELETE',
): void {
  if (!settings.safeUpdate || rootFilters(request).length > 0) return;
  throw dataError('21000', { message: `${command} requires a WHERE clause` });
}
