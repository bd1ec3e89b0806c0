import { type Sql, sql } from '@plinth/postgres';
import type { AuthCore } from '../base/core.ts';
import { isoDate } from '../base/time.ts';

const hour = 3_600_000;

/**
 * Deletes what has served its time, a bounded number of rows of each kind and none that anybody works
 * with. Gives the number of rows.
 */
export async function sweep(core: AuthCore): Promise<number> {
  let count = 0;
  for (const statement of statements(core)) {
    const rows = await core.database.query(statement);
    count += rows.length;
  }
  return count;
}

function statements(core: AuthCore): readonly Sql[] {
  const now = core.clock.now();
  const yesterday = isoDate(now - 24 * hour);
  const { timebox, inactivity } = core.policy;
  const list = [
    sql`delete from auth.refresh_tokens where id in (
      select id from auth.refresh_tokens where revoked and updated_at < ${yesterday}
      limit 1000 for update skip locked) returning 1`,
    sql`delete from auth.flow_state where id in (
      select id from auth.flow_state where created_at < ${yesterday}
      limit 1000 for update skip locked) returning 1`,
    endedSessions(sql`s.not_after < ${isoDate(now - 72 * hour)}`),
  ];
  if (timebox > 0) {
    list.push(endedSessions(sql`s.created_at < ${isoDate(now - timebox * 1000 - 24 * hour)}`));
  }
  if (inactivity > 0) {
    const idleSince = isoDate(now - inactivity * 1000 - 24 * hour);
    list.push(
      endedSessions(sql`s.created_at < ${idleSince}
        and coalesce(s.refreshed_at at time zone 'utc', s.created_at) < ${idleSince}`),
    );
  }
  return list;
}

/** Few at a time: their tokens go with them. */
function endedSessions(condition: Sql): Sql {
  return sql`delete from auth.sessions where id in (
    select s.id from auth.sessions s where ${condition}
    limit 100 for update skip locked) returning 1`;
}
