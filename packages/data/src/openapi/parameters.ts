import type { Table } from '../catalog/table.ts';
import type { RelationDetails } from './schema-details.ts';
import type { Swagger } from './swagger-types.ts';

/** Parameters that all tables share, by name. */
export const sharedParameters: Readonly<Record<string, Swagger>> = {
  preferParams: prefer([]),
  preferReturn: prefer(['return=representation', 'return=minimal', 'return=none']),
  preferCount: prefer(['count=none']),
  preferPost: prefer([
    'return=representation',
    'return=minimal',
    'return=none',
    'resolution=ignore-duplicates',
    'resolution=merge-duplicates',
  ]),
  select: query('select', 'Filtering Columns'),
  on_conflict: query('on_conflict', 'On Conflict'),
  order: query('order', 'Ordering'),
  range: header('Range', 'Limiting and Pagination'),
  rangeUnit: { ...header('Range-Unit', 'Limiting and Pagination'), default: 'items' },
  offset: query('offset', 'Limiting and Pagination'),
  limit: query('limit', 'Limiting and Pagination'),
};

function prefer(values: readonly string[]): Swagger {
  return {
    ...header('Prefer', 'Preference'),
    enum: values.length === 0 ? undefined : values,
  };
}

function query(name: string, description: string): Swagger {
  return { name, description, required: false, in: 'query', type: 'string' };
}

function header(name: string, description: string): Swagger {
  return { name, description, required: false, in: 'header', type: 'string' };
}

/** The parameters of one table: its body, and a filter for each column. */
export function tableParameters(
  { name, columns }: Table,
  details: RelationDetails,
): readonly (readonly [string, Swagger])[] {
  const body = {
    name,
    description: name,
    required: false,
    in: 'body',
    schema: { $ref: `#/definitions/${name}` },
  };
  return [
    [`body.${name}`, body],
    ...columns.map((column): [string, Swagger] => [
      rowFilter(name, column.name),
      {
        name: column.name,
        description: details.columns.get(column.name)?.description ?? undefined,
        required: false,
        in: 'query',
        type: 'string',
      },
    ]),
  ];
}

/** Name of the parameter that filters by a column. */
export function rowFilter(table: string, column: string): string {
  return `rowFilter.${table}.${column}`;
}
