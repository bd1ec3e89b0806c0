import type { Handler } from '../catalog/media-handlers.ts';
import { type Routine, returnsScalar } from '../catalog/routine.ts';
import { scalarColumn } from './call.ts';
import { type Fragment, name, qualified, sql } from './fragment.ts';

/** How the outermost query calls its rows. */
export const rowsAlias: Fragment = sql`_postgrest_t`;

/** Where CSV needs the rows twice, they stand in a common table expression of this name. */
export const rowsName: Fragment = sql`pgrst_rows`;

/** The expression that makes the body of the response from the rows. */
export function handlerSql(handler: Handler, routine: Routine | undefined): Fragment {
  switch (handler.kind) {
    case 'none':
      return sql`''::text`;
    case 'json':
      return jsonSql(routine, false);
    case 'array':
      return jsonSql(routine, handler.stripNulls);
    case 'object':
      return firstSql(items(routine), handler.stripNulls);
    case 'csv':
      return csvSql();
    case 'geojson':
      return sql`json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(ST_AsGeoJSON(${rowsAlias})::json), '[]'))`;
    case 'custom':
      return customSql(handler, routine);
  }
}

function jsonSql(routine: Routine | undefined, stripNulls: boolean): Fragment {
  if (routine !== undefined && !routine.returnsSet) return firstSql(items(routine), stripNulls);
  return sql`coalesce(${stripped(sql`json_agg(${items(routine)})`, stripNulls)}, '[]')`;
}

function firstSql(each: Fragment, stripNulls: boolean): Fragment {
  return sql`coalesce(${stripped(sql`json_agg(${each})`, stripNulls)}->0, 'null')`;
}

function stripped(json: Fragment, stripNulls: boolean): Fragment {
  return stripNulls ? sql`json_strip_nulls(${json})` : json;
}

/** What one item of the response is: a row, or the value that a function returned. */
function items(routine: Routine | undefined): Fragment {
  if (routine === undefined || routine.returnsRow) return rowsAlias;
  return sql`${rowsAlias}.${name(scalarColumn)}`;
}

/** The header is that of the first row; a row is its text form without the parentheses. */
function csvSql(): Fragment {
  const row = sql`${rowsAlias}::text`;
  const header = sql`(select coalesce(string_agg(key, ','), '') from (select json_object_keys((select row_to_json(r) from ${rowsName} as r limit 1)) as key) as keys)`;
  return sql`${header} || chr(10) || coalesce(string_agg(substring(${row}, 2, length(${row}) - 2), chr(10)), '')`;
}

function customSql(
  handler: Handler & { readonly kind: 'custom' },
  routine: Routine | undefined,
): Fragment {
  const call = qualified(handler.function);
  if (routine !== undefined && returnsScalar(routine)) {
    return sql`${call}(${rowsAlias}.${name(scalarColumn)})`;
  }
  if (handler.target === undefined) return sql`${call}(${rowsAlias})`;
  return sql`${call}(${rowsAlias}::${qualified(handler.target)})`;
}
