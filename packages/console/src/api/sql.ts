import type { DatabaseErrorDetails } from './members.ts';

/**
 * POST /console/v1/projects/:ref/sql: runs a script, statement by statement, in one transaction; statement by
 * statement without one where it says BEGIN itself, or holds what Postgres refuses in one (VACUUM, CREATE
 * INDEX CONCURRENTLY…). A statement may take 60 s unless the script sets `statement_timeout`. Viewers run queries only,
 * as `service_role` where they name no other role, in a read-only transaction.
 */
export interface SqlRun {
  /** Chosen by the client; names the run for cancelling. */
  readonly id: string;
  readonly sql: string;
  /** `postgres` (default) or a role to try policies as. */
  readonly role?: 'postgres' | 'anon' | 'authenticated' | 'service_role';
  /** Claims of the user to be, with `role: authenticated`. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /**
   * Most rows per result; default 1,000, at most 10,000. A SELECT is computed no further, as if LIMIT stood there;
   * INSERT, UPDATE and DELETE with RETURNING run to their end.
   */
  readonly maxRows?: number;
}

/** 200 also where a statement failed: the results before it, then the failure. */
export interface SqlRunResult {
  readonly results: readonly SqlResult[];
  readonly failure: SqlFailure | null;
  /** What the script raised (NOTICE, WARNING…), and what the server has to say of the run; at most 100. */
  readonly notices: readonly SqlNotice[];
  readonly milliseconds: number;
}

export interface SqlNotice {
  readonly severity: string;
  readonly message: string;
}

export interface SqlResult {
  /** `SELECT 3`, `CREATE TABLE`. */
  readonly tag: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** True where there were more rows than `maxRows`, or more than the 16 million characters of an answer. */
  readonly truncated: boolean;
  /** Cells cut after 65,536 characters: [row, column, full length]. */
  readonly cut: readonly (readonly [number, number, number])[];
}

export interface SqlFailure extends DatabaseErrorDetails {
  /** 0-based offset in UTF-16 units into the whole script; null where Postgres named no position. */
  readonly offset: number | null;
  /** 0-based offset of the statement that failed; null where the end of the transaction failed. */
  readonly statementOffset: number | null;
  /** True where the run was cancelled, by the member or by the timeout. */
  readonly cancelled: boolean;
}

/** POST /console/v1/projects/:ref/sql/:id/cancel: 204, also where the run has ended by itself. */
export type SqlCancel = undefined;
