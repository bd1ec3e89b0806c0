import type { BodyColumn, BodyPlan } from '../plan/write/write-plan.ts';
import { body, empty, type Fragment, fromCatalog, join, literal, name, sql } from './fragment.ts';

/** How SQL calls the rows of the body. */
export const bodyAlias = 'pgrst_body';

/** A FROM item with one row for each object of the JSON body, its keys typed as the columns are. */
export function bodyRows(plan: BodyPlan): Fragment {
  const { columns } = plan;
  if (columns.length === 0) return sql`${emptyRows(plan)} as ${name(bodyAlias)}`;
  const values = columns.map(bodyValue);
  return sql`(select ${join(values, ', ')} from ${records(plan)}) as ${name(bodyAlias)}`;
}

/** Objects without keys: one row of defaults for each. */
function emptyRows({ isObject }: BodyPlan): Fragment {
  return isObject ? sql`(values (1))` : sql`json_array_elements(${body}::json)`;
}

function bodyValue({ name: column, transform }: BodyColumn): Fragment {
  const own = name(column);
  return transform === undefined ? own : sql`${fromCatalog(transform)}(${own}) as ${own}`;
}

function records({ columns, isObject, applyDefaults }: BodyPlan): Fragment {
  const types = columns.map(({ name: own, type }) => sql`${name(own)} ${fromCatalog(type)}`);
  const definition = sql`as _ (${join(types, ', ')})`;
  if (!applyDefaults) {
    return isObject
      ? sql`json_to_record(${body}::json) ${definition}`
      : sql`json_to_recordset(${body}::json) ${definition}`;
  }
  const document = sql`${body}::json::jsonb`;
  const defaults = defaultsObject(columns);
  if (isObject) return sql`jsonb_to_record(${defaults} || ${document}) ${definition}`;
  // Per element: a default such as nextval() is worked out once for each row.
  return sql`jsonb_array_elements(${document}) as pgrst_item (value), lateral jsonb_to_record(${defaults} || pgrst_item.value) ${definition}`;
}

function defaultsObject(columns: readonly BodyColumn[]): Fragment {
  const members = columns.map((column) =>
    column.default === null ? empty : sql`${literal(column.name)}, ${fromCatalog(column.default)}`,
  );
  return sql`jsonb_build_object(${join(
    members.filter((member) => member !== empty),
    ', ',
  )})`;
}
