export { projectBootstrap } from './bootstrap/migrations.ts';
export { setRolePasswords } from './bootstrap/role-passwords.ts';
export {
  applySystemMigrations,
  type SystemMigration,
  type SystemMigrations,
} from './bootstrap/system-migrations.ts';
export { Cluster, type ClusterOptions } from './cluster/cluster.ts';
export { ClusterError, type ClusterProblem } from './cluster/cluster-error.ts';
export type { ConnectionOptions } from './connection/connection-options.ts';
export { clientConfig, Database, type DatabaseOptions } from './database.ts';
export { ConnectionError, PoolTimeoutError, PostgresError, RequestAborted } from './errors.ts';
export type { Statement, StatementResult } from './request/pipeline.ts';
export type { RequestOptions, RequestSettings, Setting } from './request/run-request.ts';
export type {
  BatchFailure,
  BatchField,
  BatchOutcome,
  BatchResult,
  BatchStatement,
  TransactionState,
} from './session/batch.ts';
export { type Notice, RowTooLargeError, Session, type SessionOptions } from './session/session.ts';
export {
  arrayLiteral,
  ident,
  join,
  json,
  type Parameter,
  quoteIdentifier,
  quoteLiteral,
  raw,
  Sql,
  type SqlValue,
  sql,
} from './sql.ts';
export { Transaction, type TransactionOptions } from './transaction.ts';
