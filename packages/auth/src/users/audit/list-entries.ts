import type { JsonObject } from '@plinth/kernel';
import { join, type Sql, sql } from '@plinth/postgres';
import type { Queryable } from '../../base/queryable.ts';
import { nilUuid } from '../../input/uuid.ts';
import type { Page } from '../list-users.ts';
import { isoTime } from '../user-columns.ts';

/** One entry of the audit log. */
export interface AuditEntry {
  readonly id: string;
  readonly payload: JsonObject | null;
  readonly created_at: string;
  readonly ip_address: string;
}

/** What entries are looked for by: members of the payload that hold a text. */
export interface AuditFilter {
  readonly members: readonly string[];
  readonly text: string;
}

/** A page of the audit log, newest first, and how many entries there are in all. */
export async function listEntries(
  db: Queryable,
  { page, perPage }: Page,
  filter: AuditFilter | undefined,
): Promise<{ readonly entries: readonly AuditEntry[]; readonly total: number }> {
  const wanted = sql`instance_id = ${nilUuid}${filter === undefined ? sql`` : matching(filter)}`;
  const entries = await db.query<AuditEntry>(
    sql`select id, payload, ${isoTime(sql`created_at`)} as created_at, ip_address
      from auth.audit_log_entries where ${wanted}
      order by created_at desc, id limit ${perPage} offset ${(page - 1) * perPage}`,
  );
  const [counted] = await db.query<{ total: string }>(
    sql`select count(*) as total from auth.audit_log_entries where ${wanted}`,
  );
  return { entries, total: Number(counted?.total ?? 0) };
}

function matching({ members, text }: AuditFilter): Sql {
  const pattern = `%${text}%`;
  const each = members.map((member) => sql`payload ->> ${member} ilike ${pattern}`);
  return sql` and (${join(each, ' or ')})`;
}
