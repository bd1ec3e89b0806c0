import type { Condition } from '../plan/read/read-plan.ts';
import type {
  ConflictPlan,
  DeletePlan,
  InsertPlan,
  Returning,
  UpdatePlan,
  WritePlan,
} from '../plan/write/write-plan.ts';
import { bodyAlias, bodyRows } from './body.ts';
import { clause, empty, type Fragment, join, name, qualified, sql } from './fragment.ts';
import { conditionSql, joinedEmbedTest } from './read/condition.ts';
import { columnSql } from './read/field.ts';

/** The statement that writes, with the rows it changed as its result. */
export function writeSql(plan: WritePlan): Fragment {
  switch (plan.kind) {
    case 'insert':
      return insertSql(plan);
    case 'update':
      return updateSql(plan);
    case 'delete':
      return deleteSql(plan);
  }
}

/** Counts in a setting of the transaction: a row that turns out to exist is taken off again. */
const countInserted = sql`set_config('pgrst.inserted', (coalesce(nullif(current_setting('pgrst.inserted', true), '')::int, 0) + 1)::text, true) <> '0'`;
const discountUpdated = sql`set_config('pgrst.inserted', (coalesce(nullif(current_setting('pgrst.inserted', true), '')::int, 0) - 1)::text, true) <> '-1'`;

/** How many rows were inserted, not updated. */
export const insertedRows: Fragment = sql`nullif(current_setting('pgrst.inserted', true), '')::int`;

function insertSql(plan: InsertPlan): Fragment {
  const { table, body, conflict, matching, returning, countsInserted } = plan;
  const columns = body.columns.map((column) => name(column.name));
  const values = body.columns.map((column) => name(bodyAlias, column.name));
  const conditions = [
    ...(countsInserted ? [countInserted] : []),
    ...conditionsSql(bodyAlias, matching),
  ];
  return join(
    [
      sql`insert into ${qualified(table)} as ${name(table.name)}`,
      columns.length === 0 ? empty : sql` (${join(columns, ', ')})`,
      sql` select ${join(values, ', ')} from ${bodyRows(body)}`,
      clause(' where ', conditions, ' and '),
      conflict === undefined ? empty : conflictSql(conflict, columns, countsInserted),
      returningSql(table.name, returning),
    ],
    '',
  );
}

function conflictSql(
  { columns: target, merge }: ConflictPlan,
  columns: readonly Fragment[],
  countsInserted: boolean,
): Fragment {
  const on = sql` on conflict (${join(
    target.map((column) => name(column)),
    ', ',
  )}) do `;
  if (!merge || columns.length === 0) return sql`${on}nothing`;
  const assignments = columns.map((column) => sql`${column} = excluded.${column}`);
  const counted = countsInserted ? sql` where ${discountUpdated}` : empty;
  return sql`${on}update set ${join(assignments, ', ')}${counted}`;
}

function updateSql({ table, body, conditions, returning }: UpdatePlan): Fragment {
  if (body.columns.length === 0) return noUpdateSql(table, returning);
  const assignments = body.columns.map(
    ({ name: column }) => sql`${name(column)} = ${name(bodyAlias, column)}`,
  );
  return join(
    [
      sql`update ${qualified(table)} as ${name(table.name)} set ${join(assignments, ', ')}`,
      sql` from ${bodyRows(body)}`,
      clause(' where ', conditionsSql(table.name, conditions), ' and '),
      returningSql(table.name, returning),
    ],
    '',
  );
}

/** A body without keys changes nothing; there is no SQL for that but a query without rows. */
function noUpdateSql(table: UpdatePlan['table'], returning: Returning): Fragment {
  const columns = returning.map((column) => columnSql(table.name, column));
  const list = columns.length === 0 ? sql`null` : join(columns, ', ');
  return sql`select ${list} from ${qualified(table)} as ${name(table.name)} where false`;
}

function deleteSql({ table, conditions, returning }: DeletePlan): Fragment {
  return join(
    [
      sql`delete from ${qualified(table)} as ${name(table.name)}`,
      clause(' where ', conditionsSql(table.name, conditions), ' and '),
      returningSql(table.name, returning),
    ],
    '',
  );
}

function conditionsSql(alias: string, conditions: readonly Condition[]): readonly Fragment[] {
  return conditions.map((condition) => conditionSql(alias, condition, joinedEmbedTest));
}

/** A row has to be given back for each one changed, so that they can be counted. */
function returningSql(alias: string, returning: Returning): Fragment {
  if (returning.length === 0) return sql` returning 1`;
  return sql` returning ${join(
    returning.map((column) => columnSql(alias, column)),
    ', ',
  )}`;
}
