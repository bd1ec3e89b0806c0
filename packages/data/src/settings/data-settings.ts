import type { Settings } from '@plinth/config';
import type { Setting } from '@plinth/postgres';
import type { QualifiedName } from '../catalog/names.ts';

/** How transactions of writes end. With `…-allow-override`, `Prefer: tx=` decides. */
export type TransactionEnd =
  | 'commit'
  | 'commit-allow-override'
  | 'rollback'
  | 'rollback-allow-override';

/** What the OpenAPI description shows: what the caller may use, everything, or nothing. */
export type OpenapiMode = 'follow-privileges' | 'ignore-privileges' | 'disabled';

/** Everything that decides how the Data API answers. Names follow PostgREST's options. */
export interface DataSettings {
  /** Exposed schemas; the first is the default. At least one. */
  readonly schemas: readonly string[];
  /** Searched besides the schema of the request. */
  readonly extraSearchPath: readonly string[];
  /** Most rows of a read, at each level; undefined for no limit. */
  readonly maxRows: number | undefined;
  /** The role of callers without a token: a lack of privileges is 401 for them, 403 for others. */
  readonly anonymousRole: string | undefined;
  readonly aggregates: boolean;
  /** Whether `Accept: application/vnd.pgrst.plan` shows the plan of a query. */
  readonly plans: boolean;
  /** Whether UPDATE and DELETE without any filter are refused, as pg-safeupdate does. */
  readonly safeUpdate: boolean;
  readonly transactionEnd: TransactionEnd;
  /** Called before each request's statement, in its transaction. */
  readonly preRequest: QualifiedName | undefined;
  /** Called before the in-database settings are read. */
  readonly preConfig: QualifiedName | undefined;
  /** Whether `ALTER ROLE <login role> SET pgrst.…` is honoured. */
  readonly inDatabaseSettings: boolean;
  /** Function that answers at the root instead of the OpenAPI description. */
  readonly rootFunction: QualifiedName | undefined;
  readonly openapiMode: OpenapiMode;
  readonly openapiSecurity: boolean;
  /** URL of the API in its description; undefined: as the client reached it. */
  readonly openapiUrl: string | undefined;
  /** Path of the API below the project's URL, without a trailing slash. */
  readonly basePath: string;
  /** Settings of functions that apply to their whole transaction; regular expressions. */
  readonly hoistedSettings: readonly string[];
  /** Further settings of each transaction: `app.settings.…`. */
  readonly appSettings: readonly Setting[];
  readonly preparedStatements: boolean;
  readonly serverTiming: boolean;
  /** Request header that is echoed. */
  readonly traceHeader: string | undefined;
  /** Whether filters may name an aliased embed by its target too. */
  readonly legacyTargetNames: boolean;
  /** `minimal`: errors carry code and message only. */
  readonly errorVerbosity: 'verbose' | 'minimal';
  /** NOTIFY channel that reloads the schema; undefined for none. */
  readonly channel: string | undefined;
}

/** PostgREST's defaults. */
export const defaultDataSettings: DataSettings = {
  schemas: ['public'],
  extraSearchPath: ['public'],
  maxRows: undefined,
  anonymousRole: undefined,
  aggregates: false,
  plans: false,
  safeUpdate: false,
  transactionEnd: 'commit',
  preRequest: undefined,
  preConfig: undefined,
  inDatabaseSettings: true,
  rootFunction: undefined,
  openapiMode: 'follow-privileges',
  openapiSecurity: false,
  openapiUrl: undefined,
  basePath: '',
  hoistedSettings: [
    'statement_timeout',
    'plan_filter.statement_cost_limit',
    'default_transaction_isolation',
  ],
  appSettings: [],
  preparedStatements: true,
  serverTiming: false,
  traceHeader: undefined,
  legacyTargetNames: true,
  errorVerbosity: 'verbose',
  channel: 'pgrst',
};

/** The settings of a project's Data API, which behaves as the hosted one. */
export function dataSettings(settings: Settings): DataSettings {
  const maxRows = settings['api.max_rows'];
  return {
    ...defaultDataSettings,
    schemas: settings['api.schemas'],
    extraSearchPath: settings['api.extra_search_path'],
    maxRows: maxRows > 0 ? maxRows : undefined,
    anonymousRole: 'anon',
    basePath: '/rest/v1',
    safeUpdate: true,
  };
}
