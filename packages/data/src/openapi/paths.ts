import type { Routine, RoutineArgument } from '../catalog/routine.ts';
import type { Table } from '../catalog/table.ts';
import { rowFilter } from './parameters.ts';
import type { FunctionDetails, RelationDetails } from './schema-details.ts';
import {
  elementType,
  type Swagger,
  summaryAndDescription,
  swaggerFormat,
  swaggerItems,
  swaggerType,
} from './swagger-types.ts';

const objectTypes = [
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
];

/** Media types that tables take and give. */
export const tableTypes: readonly string[] = ['application/json', ...objectTypes, 'text/csv'];

/** The path of this description itself. */
export const rootPath: Swagger = {
  get: {
    tags: ['Introspection'],
    summary: 'OpenAPI description (this document)',
    produces: ['application/openapi+json', 'application/json'],
    responses: { '200': { description: 'OK' } },
  },
};

/** Methods of a table or view; writes where it has any. */
export function tablePath(table: Table, details: RelationDetails): Swagger {
  const { name, columns } = table;
  const operation = { tags: [name], ...summaryAndDescription(details.description) };
  const filters = columns.map((column) => rowFilter(name, column.name));
  const rows = { type: 'array', items: { $ref: `#/definitions/${name}` } };
  const get = {
    ...operation,
    parameters: refs([
      ...filters,
      ...['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'],
    ]),
    responses: {
      '200': { description: 'OK', schema: rows },
      '206': { description: 'Partial Content' },
    },
  };
  if (!table.canInsert && !table.canUpdate && !table.canDelete) return { get };
  const body = `body.${name}`;
  const write = (parameters: readonly string[], status: string, description: string): Swagger => ({
    ...operation,
    parameters: refs(parameters),
    responses: { [status]: { description } },
  });
  return {
    get,
    post: write([body, 'select', 'preferPost'], '201', 'Created'),
    patch: write([...filters, body, 'preferReturn'], '204', 'No Content'),
    delete: write([...filters, 'preferReturn'], '204', 'No Content'),
  };
}

/** Methods of a function: GET only where it changes nothing. */
export function functionPath(routine: Routine, details: FunctionDetails): Swagger {
  const operation = {
    ...summaryAndDescription(details.description),
    tags: [`(rpc) ${routine.name}`],
    produces: ['application/json', ...objectTypes],
    responses: { '200': { description: 'OK' } },
  };
  const typed = routine.arguments.map((argument, index) => ({
    ...argument,
    type: details.types[index] ?? argument.type,
  }));
  const post = {
    ...operation,
    parameters: [argumentsBody(typed, details), ...refs(['preferParams'])],
  };
  if (routine.volatility === 'volatile') return { post };
  return { get: { ...operation, parameters: typed.map(argumentInQuery) }, post };
}

function argumentsBody(typed: readonly RoutineArgument[], details: FunctionDetails): Swagger {
  const required = typed.filter((argument) => argument.required).map(({ name }) => name);
  const properties = typed.map(({ name, type }) => [
    name,
    { type: swaggerType(type), items: swaggerItems(type), format: swaggerFormat(type) },
  ]);
  const schema = {
    description: details.description ?? undefined,
    type: 'object',
    properties: Object.fromEntries(properties),
    required: required.length === 0 ? undefined : required,
  };
  return { name: 'args', required: true, in: 'body', schema };
}

function argumentInQuery({ name, type, required, variadic }: RoutineArgument): Swagger {
  const parameter = { name, required, in: 'query' };
  if (!variadic) {
    const own = swaggerType(type);
    // An array is one text in a URL: {a,b}.
    const shown = own === undefined || own === 'array' ? 'string' : own;
    return { ...parameter, format: swaggerFormat(type), type: shown };
  }
  const element = elementType(type);
  return {
    ...parameter,
    type: swaggerType(type) ?? 'string',
    items: { type: swaggerType(element), format: swaggerFormat(element) },
    collectionFormat: 'multi',
  };
}

function refs(names: readonly string[]): readonly Swagger[] {
  return names.map((name) => ({ $ref: `#/parameters/${name}` }));
}
