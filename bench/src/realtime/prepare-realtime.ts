import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { PlinthTarget } from '../targets.ts';
import { type BenchUser, makeUsers } from './user-tokens.ts';

const userCount = 1_000;
/** Users of team 0; each of them is the only member of a team of her own as well, numbered from 1. */
const teamSize = 500;

/** Makes the tables and the users. */
export async function prepareRealtime(
  { ready }: PlinthTarget,
  database: pg.Client,
): Promise<readonly BenchUser[]> {
  const script = join(import.meta.dirname, '..', 'src', 'realtime', 'schema.sql');
  await database.query(readFileSync(script, 'utf8'));
  const users = await makeUsers(userCount, ready.jwtSecret);
  await database.query(
    `insert into memberships (team_id, user_id)
     select team, id from unnest($1::uuid[]) with ordinality as made (id, number),
       lateral (values (0), (number)) as teams (team)`,
    [users.slice(0, teamSize).map(({ id }) => id)],
  );
  await database.query('insert into open_memberships select * from memberships');
  await database.query('analyze');
  return users;
}
