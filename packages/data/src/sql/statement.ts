import type { Handler } from '../catalog/media-handlers.ts';
import type { Routine } from '../catalog/routine.ts';
import { checkMark } from '../errors/from-failure.ts';
import type { PlanType } from '../parse/headers/media-type.ts';
import type { CountPreference } from '../parse/headers/prefer.ts';
import type { Slot } from '../parse/syntax.ts';
import type { CallPlan } from '../plan/call/call-plan.ts';
import type { ReadPlan } from '../plan/read/read-plan.ts';
import type { WritePlan } from '../plan/write/write-plan.ts';
import { callSql } from './call.ts';
import { Fragment, join, literal, type StatementText, sql, value } from './fragment.ts';
import { handlerSql, rowsAlias, rowsName } from './handler.ts';
import { countedRows, totalSql } from './read/count.ts';
import { readSql } from './read/level.ts';
import { resultName } from './read/source.ts';
import { insertedRows, writeSql } from './write.ts';

/** Positions of what the main statement gives in its only row. */
export const resultColumn = {
  /** Rows in all, without the limit; null where not asked for. */
  total: 0,
  /** Rows of the body. */
  count: 1,
  body: 2,
  /** What SQL has set as `response.headers` and `response.status`. */
  headers: 3,
  status: 4,
  /** Rows inserted by an upsert; null elsewhere. */
  inserted: 5,
  /** Primary key of the one row inserted, as a JSON object of texts; null elsewhere. */
  location: 6,
  /** Always null: its expression fails where the rows are not what was asked for. */
  check: 7,
} as const;

/** Not of the alias: then Postgres would put together every row twice. */
const rowCount: Fragment = sql`pg_catalog.count(*)`;

/** What the rows must be, or else the whole transaction fails. */
export type Check =
  /** Exactly one, as a single object or a PUT asks for. */
  | { readonly kind: 'one'; readonly code: 'PGRST115' | 'PGRST116' }
  /** No more than the request allows. */
  | { readonly kind: 'atMost'; readonly code: 'PGRST124'; readonly slot: Slot };

/** What the main statement does besides reading. */
export interface StatementOptions {
  readonly handler: Handler;
  readonly explain: PlanType | undefined;
  readonly check: Check | undefined;
}

/** How the total is found out. */
export interface CountOptions {
  readonly count: CountPreference | undefined;
  /** An estimate is only wanted above this many rows. */
  readonly maxRows: number | undefined;
  /** The page is everything: its rows are the total. */
  readonly isWhole: boolean;
}

/** A read of relations. */
export function readStatement(
  plan: ReadPlan,
  options: StatementOptions,
  counting: CountOptions,
): StatementText {
  return statement([], readSql(plan), options, {
    total: totalOf(plan, counting, rowCount),
  });
}

/** A write, and the read of what it gives back; without `plan` only its rows are counted. */
export function writeStatement(
  write: WritePlan,
  plan: ReadPlan | undefined,
  options: StatementOptions,
  location: readonly string[] | undefined,
): StatementText {
  const rows = plan === undefined ? sql`select * from ${resultName}` : readSql(plan);
  return statement([sql`${resultName} as (${writeSql(write)})`], rows, options, {
    inserted: write.kind === 'insert' && write.countsInserted ? insertedRows : undefined,
    location: location === undefined ? undefined : locationSql(location),
  });
}

/** A call, and the read of what it gives. */
export function callStatement(
  call: CallPlan,
  plan: ReadPlan,
  options: StatementOptions,
  counting: CountOptions,
): StatementText {
  const { routine } = call;
  const count = routine.returnsSet ? rowCount : sql`1`;
  return statement(
    [sql`${resultName} as (${callSql(call)})`],
    readSql(plan),
    options,
    { total: totalOf(plan, counting, count), count },
    routine,
  );
}

/** The plan that Postgres makes for counting the rows, whose estimate is the count. */
export function countPlanStatement(plan: ReadPlan): StatementText {
  return sql`explain (format json) ${countedRows(plan)}`.render();
}

interface Extras {
  readonly count?: Fragment;
  readonly total?: Fragment | undefined;
  readonly inserted?: Fragment | undefined;
  readonly location?: Fragment | undefined;
}

function statement(
  expressions: readonly Fragment[],
  rows: Fragment,
  { handler, explain, check }: StatementOptions,
  extras: Extras,
  routine?: Routine,
): StatementText {
  const isCsv = handler.kind === 'csv';
  const common = isCsv ? [...expressions, sql`${rowsName} as (${rows})`] : expressions;
  const from = isCsv ? sql`${rowsName}` : sql`(${rows})`;
  const count = extras.count ?? rowCount;
  const list = [
    extras.total ?? sql`null`,
    count,
    sql`${handlerSql(handler, routine)} as body`,
    sql`nullif(current_setting('response.headers', true), '')`,
    sql`nullif(current_setting('response.status', true), '')`,
    extras.inserted ?? sql`null`,
    extras.location ?? sql`null`,
    check === undefined ? sql`null` : checkSql(check, count),
  ];
  const withs = common.length === 0 ? sql`` : sql`with ${join(common, ', ')} `;
  const main = sql`${withs}select ${join(list, ', ')} from ${from} as ${rowsAlias}`;
  return (explain === undefined ? main : explained(main, explain)).render();
}

function totalOf(
  plan: ReadPlan,
  { count, maxRows, isWhole }: CountOptions,
  pageCount: Fragment,
): Fragment | undefined {
  if (count === undefined || count === 'planned') return undefined;
  if (isWhole) return pageCount;
  // One more than the limit is enough to know that the estimate is wanted.
  const most = count === 'estimated' && maxRows !== undefined ? maxRows + 1 : undefined;
  return totalSql(plan, most);
}

/** There is no SQL expression that fails with a message of one's own; a cast that cannot be does. */
function checkSql(check: Check, count: Fragment): Fragment {
  const holds =
    check.kind === 'one' ? sql`${count} = 1` : sql`${count} <= ${value(check.slot)}::int8`;
  const mark = literal(`${checkMark}${check.code}:`);
  return sql`case when ${holds} then null else (${mark} || ${count}::text)::int end`;
}

/** The key as JSON has it: `Location` shows values in their JSON form. */
function locationSql(primaryKey: readonly string[]): Fragment {
  const members = [...primaryKey]
    .sort()
    .map((column) => sql`${literal(column)}, row->>${literal(column)}`);
  return sql`(select json_build_object(${join(members, ', ')}) from (select row_to_json(r) as row from ${resultName} as r limit 1) as first)`;
}

function explained(main: Fragment, { format, options }: PlanType): Fragment {
  const list = [`format ${format}`, ...options].join(', ');
  return new Fragment([`explain (${list}) `, ''], [main]);
}
