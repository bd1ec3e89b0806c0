export { dataDefinition } from './definition.ts';
export { type DataErrorCode, dataErrors } from './errors/catalogue.ts';
export { createDataDialect, dataDialect, type ErrorVerbosity } from './errors/dialect.ts';
export { DataService, type DataServiceOptions } from './service.ts';
export {
  type DataSettings,
  dataSettings,
  defaultDataSettings,
  type OpenapiMode,
  type TransactionEnd,
} from './settings/data-settings.ts';
export { type PgrstOptions, withPgrstOptions } from './settings/pgrst-options.ts';
