import type { Database, RequestSettings, Setting, Sql, StatementResult } from '@plinth/postgres';
import type { MemberRole } from '../api/members.ts';
import { mayDo } from '../members/permissions.ts';
import type { ProjectHandle } from '../ports.ts';

/** The text form of values that everything else relies on, whatever the database has set. */
const textForm: readonly Setting[] = [
  ['datestyle', 'ISO, MDY'],
  ['intervalstyle', 'postgres'],
  ['bytea_output', 'hex'],
  ['extra_float_digits', '1'],
];

/** Milliseconds that a statement waits for a lock: an ALTER TABLE may not hold Studio up for long. */
const lockTimeout = '4000';

export interface AccessOptions {
  /** Milliseconds. */
  readonly timeout: number;
  readonly readOnly: boolean;
  /** Cancels the statement when the client goes away. */
  readonly signal?: AbortSignal;
}

/** How a member's role reaches rows: as the owner of the project, or (viewers) as its service role. */
export class RowAccess {
  readonly #database: Database;
  readonly #role: string;

  constructor({
    project,
    role,
  }: {
    readonly project: Pick<ProjectHandle, 'owner' | 'api'>;
    readonly role: MemberRole;
  }) {
    const mayWrite = mayDo(role, 'rows.write');
    this.#database = mayWrite ? project.owner : project.api;
    this.#role = mayWrite ? 'postgres' : 'service_role';
  }

  /** Runs statements in one transaction; one result each. Throws PostgresError, RequestAborted. */
  run(statements: readonly Sql[], options: AccessOptions): Promise<readonly StatementResult[]> {
    const { timeout, readOnly, signal } = options;
    const settings: RequestSettings = {
      role: this.#role,
      settings: [
        ...textForm,
        ['lock_timeout', lockTimeout],
        ['statement_timeout', String(timeout)],
      ],
    };
    return this.#database.request(
      settings,
      // Planned for its values each time: a plan for any LIMIT and any anchor is a bad one.
      statements.map((statement) => ({ ...statement.render(), prepare: false })),
      { readOnly, ...(signal !== undefined && { signal }) },
    );
  }
}
