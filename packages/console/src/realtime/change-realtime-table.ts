import { quoteIdentifier } from '@plinth/postgres';
import { isSystemSchema } from '@plinth/schema';
import type { RealtimeTable, RealtimeTableChange } from '../api/realtime.ts';
import { consoleError } from '../errors/console-errors.ts';

/** Statements that make the change, and a few words for it; no statement where all is as it shall be. */
export interface TableChangePlan {
  readonly name: string;
  readonly sql: string;
}

/**
 * The SQL of a change. Throws AppError `system_schema`, `published_elsewhere` or `partitioned_identity` where it cannot
 * be made.
 */
export function planTableChange(
  table: RealtimeTable,
  change: RealtimeTableChange,
  hasPublication: boolean,
): TableChangePlan {
  const target = `${quoteIdentifier(table.schema)}.${quoteIdentifier(table.name)}`;
  const statements: string[] = [];
  const words: string[] = [];
  const { published = table.publishedBy !== null, secureDeletes } = change;
  if (published !== (table.publishedBy !== null)) {
    refusePublication(table, published);
    words.push(published ? 'publish' : 'unpublish');
    if (!hasPublication) statements.push('create publication supabase_realtime;');
    const verb = published ? 'add' : 'drop';
    statements.push(`alter publication supabase_realtime ${verb} table ${target};`);
  }
  const isSecure = table.replicaIdentity === 'full';
  if (secureDeletes !== undefined && secureDeletes !== isSecure) {
    if (isSystemSchema(table.schema)) throw consoleError('system_schema');
    if (table.kind === 'partitioned table') throw consoleError('partitioned_identity');
    words.push(secureDeletes ? 'secure_deletes' : 'plain_deletes');
    const identity = secureDeletes ? 'full' : 'default';
    statements.push(`alter table ${target} replica identity ${identity};`);
  }
  return {
    name: `${words.join('_')}_${table.name}`,
    sql: statements.map((text) => `${text}\n`).join(''),
  };
}

function refusePublication({ schema, publishedBy }: RealtimeTable, published: boolean): void {
  if (published && isSystemSchema(schema)) throw consoleError('system_schema');
  if (!published && publishedBy !== 'table') throw consoleError('published_elsewhere');
}
