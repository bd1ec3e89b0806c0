import type { RequestOptions, Sql, StatementResult } from '@plinth/postgres';
import type { StorageCore } from '../core.ts';
import { type Access, requestSettings } from './access.ts';
import { databaseFailure } from './database-failure.ts';
import { explainRefusal } from './explain-refusal.ts';

/** What a statement does to which thing: names the failure, and the policy that is missing. */
export interface Purpose {
  readonly table: 'objects' | 'buckets';
  /** The commands that policies must allow. */
  readonly commands: readonly ('SELECT' | 'INSERT' | 'UPDATE' | 'DELETE')[];
  readonly bucket?: string;
  readonly key?: string;
}

/** Runs one statement as the caller of `access`, in a transaction of its own. Throws AppError. */
export async function run(
  core: StorageCore,
  access: Access,
  purpose: Purpose,
  statement: Sql,
  options: RequestOptions = {},
): Promise<StatementResult> {
  const [result] = await runAll(core, access, purpose, [statement], options);
  return result ?? { rows: [], tag: '' };
}

/** Runs statements as the caller of `access`, in one transaction and one round trip. Throws AppError. */
export async function runAll(
  core: StorageCore,
  access: Access,
  purpose: Purpose,
  statements: readonly Sql[],
  options: RequestOptions = {},
): Promise<readonly StatementResult[]> {
  try {
    const settings = requestSettings(access);
    const rendered = statements.map((statement) => statement.render());
    return await core.database.request(settings, rendered, options);
  } catch (cause) {
    const failure = databaseFailure(cause, purpose);
    if (failure.code === 'AccessDenied') await explainRefusal(core, access, purpose);
    throw failure;
  }
}

/** The one JSON value of each row. `T` is what the statement builds. */
export async function rowsOf<T>(
  core: StorageCore,
  access: Access,
  purpose: Purpose,
  statement: Sql,
  options?: RequestOptions,
): Promise<T[]> {
  const { rows } = await run(core, access, purpose, statement, options);
  return rows.map(([json]) => JSON.parse(json ?? 'null') as T);
}
