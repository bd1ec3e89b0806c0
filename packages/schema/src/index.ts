export type {
  ColumnCategory,
  ColumnEntry,
  ForeignKeyEntry,
  PolicyEntry,
  ReferentialAction,
  SchemaEntry,
  TableEntry,
  TableEntryDetails,
  TableKind,
  TypeEntry,
} from './catalog/catalog-types.ts';
export { listSchemas } from './catalog/list-schemas.ts';
export { listTables } from './catalog/list-tables.ts';
export { listTypes } from './catalog/list-types.ts';
export { isSystemSchema } from './catalog/system-schemas.ts';
export { tableDetails } from './catalog/table-details.ts';
export {
  type RowIdentity,
  type ShapeColumn,
  type TableShape,
  tableShape,
} from './catalog/table-shape.ts';
export { schemaError, schemaErrors } from './errors.ts';
export { type ExtensionCatalog, readExtensionCatalog } from './extensions/extension-catalog.ts';
export { type ExtensionPlan, planExtension } from './extensions/plan-extension.ts';
export { diskProjectFiles } from './files/disk-project-files.ts';
export type { ProjectFiles } from './files/project-files.ts';
export {
  type ApplyOptions,
  applyProjectMigrations,
  type MigrationReport,
} from './migrations/apply-project-migrations.ts';
export {
  changeSchema,
  type SchemaChangeInput,
  type SchemaChangeResult,
  type SchemaTarget,
} from './migrations/change-schema.ts';
export type { FileFailure } from './migrations/file-failure.ts';
export type { SchemaWarning } from './migrations/plan/plan-migrations.ts';
export { isExpression } from './script/is-expression.ts';
export { offsetOfPosition, type Place, placeOf } from './script/position.ts';
export {
  type Script,
  type ScriptProblem,
  type ScriptStatement,
  splitStatements,
} from './script/split-statements.ts';
export type { ExtensionStatement, StatementTraits } from './script/traits.ts';
export { schemaMigrations } from './system-migrations.ts';
