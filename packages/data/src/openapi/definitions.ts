import type { KeyRelationship, Relationship } from '../catalog/relationship.ts';
import type { SchemaCache } from '../catalog/schema-cache.ts';
import type { Column, Table } from '../catalog/table.ts';
import type { ColumnDetails, RelationDetails } from './schema-details.ts';
import {
  type Swagger,
  swaggerDefault,
  swaggerFormat,
  swaggerItems,
  swaggerType,
} from './swagger-types.ts';

/** The schema of a relation's rows. */
export function tableDefinition(
  cache: SchemaCache,
  table: Table,
  details: RelationDetails,
): Swagger {
  const relationships = cache.relationshipsOf(table);
  const required = table.columns
    .filter(({ name }) => details.columns.get(name)?.nullable === false)
    .map(({ name }) => name);
  return {
    description: details.description ?? undefined,
    required: required.length === 0 ? undefined : required,
    properties: Object.fromEntries(
      table.columns.map((column) => {
        const notes = notesOf(table, column.name, relationships);
        return [column.name, property(column, details.columns.get(column.name), notes)];
      }),
    ),
    type: 'object',
  };
}

function property(
  column: Column,
  details: ColumnDetails | undefined,
  notes: readonly string[],
): Swagger {
  const { type } = column;
  const labels = details?.labels ?? [];
  return {
    default: swaggerDefault(type, column.default),
    description: describe(details?.description ?? null, notes),
    enum: labels.length === 0 ? undefined : labels,
    format: swaggerFormat(type),
    maxLength: details?.maxLength ?? undefined,
    type: swaggerType(type),
    items: swaggerItems(type),
  };
}

function describe(comment: string | null, notes: readonly string[]): string | undefined {
  if (notes.length === 0) return comment ?? undefined;
  const lead = comment === null ? '' : `${comment}\n\n`;
  return `${lead}${['Note:', ...notes].join('\n')}`;
}

/** Tools read keys from these notes. */
function notesOf(
  { primaryKey }: Table,
  column: string,
  relationships: readonly Relationship[],
): readonly string[] {
  const key = foreignKey(column, relationships);
  return [
    ...(primaryKey.includes(column) ? ['This is a Primary Key.<pk/>'] : []),
    ...(key === undefined
      ? []
      : [
          `This is a Foreign Key to \`${key.table}.${key.column}\`.<fk table='${key.table}' column='${key.column}'/>`,
        ]),
  ];
}

/** What a column alone refers to; a table rather than a view of it. */
function foreignKey(
  column: string,
  relationships: readonly Relationship[],
): { table: string; column: string } | undefined {
  const keys = relationships
    .filter(isForeignKey)
    .filter(({ columns }) => columns.length === 1 && columns[0]?.[0] === column);
  const found = keys.find(({ toIsView }) => !toIsView) ?? keys[0];
  const referenced = found?.columns[0]?.[1];
  return found === undefined || referenced === undefined
    ? undefined
    : { table: found.to.name, column: referenced };
}

function isForeignKey(relationship: Relationship): relationship is KeyRelationship {
  const { kind } = relationship;
  return kind === 'many-to-one' || (kind === 'one-to-one' && !relationship.isParent);
}
