import { BoundedMap } from '@plinth/kernel';
import { sql } from '@plinth/postgres';
import type { StorageCore } from '../core.ts';
import type { Access } from './access.ts';
import type { Purpose } from './run.ts';

/** What the log said lately, so that a stranger cannot fill it, or keep the database busy, with refusals. */
const told = new WeakMap<StorageCore, BoundedMap<string, number>>();

/** Time before the same refusal is explained again, in milliseconds. */
const silence = 10_000;

/**
 * Writes to the log which policy a refused caller lacks: upstream's answer never says. Never throws, since the answer
 * to the caller is decided already.
 */
export async function explainRefusal(
  core: StorageCore,
  access: Access,
  purpose: Purpose,
): Promise<void> {
  const { operation, caller } = access;
  const key = `${operation} ${caller.role} ${purpose.bucket ?? ''}`;
  const lately = told.get(core) ?? new BoundedMap<string, number>(1_000);
  told.set(core, lately);
  const now = core.clock.now();
  if (now - (lately.get(key) ?? Number.NEGATIVE_INFINITY) < silence) return;
  lately.set(key, now);
  const lacking = await commandsWithoutPolicy(core, caller.role, purpose).catch(() => []);
  core.logger.warn(
    {
      requestId: access.requestId,
      operation,
      role: caller.role,
      ...(caller.userId !== undefined && { userId: caller.userId }),
      bucket: purpose.bucket,
      key: purpose.key,
      needs: purpose.commands,
      missing: lacking,
    },
    refusal(operation, caller.role, purpose, lacking),
  );
}

function refusal(
  operation: string,
  role: string,
  { table, commands, bucket }: Purpose,
  lacking: readonly string[],
): string {
  const where = bucket === undefined ? '' : ` in bucket ${bucket}`;
  const why =
    lacking.length > 0
      ? `no policy on storage.${table} allows ${lacking.join(' and ')} to this role`
      : `its policies for ${commands.join(', ')} on storage.${table} do not hold for this row`;
  return `${operation} was refused to role ${role}${where}: ${why}`;
}

/** The commands for which no policy of the table names the role at all. */
async function commandsWithoutPolicy(
  core: StorageCore,
  role: string,
  { table, commands }: Purpose,
): Promise<string[]> {
  const rows = await core.database.query<{ cmd: string }>(sql`
    select distinct cmd from pg_catalog.pg_policies
    where schemaname = 'storage' and tablename = ${table} and permissive = 'PERMISSIVE'
      and roles && array['public', ${role}]::name[]
  `);
  const allowed = new Set(rows.map(({ cmd }) => cmd));
  return allowed.has('ALL') ? [] : commands.filter((command) => !allowed.has(command));
}
