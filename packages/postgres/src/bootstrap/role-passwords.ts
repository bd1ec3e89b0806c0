import type { Database } from '../database.ts';
import { quoteIdentifier, quoteLiteral } from '../sql.ts';
import { despiteCollisions } from './collisions.ts';

/** Gives login roles their passwords, also while another server does. Postgres stores a SCRAM verifier only. */
export async function setRolePasswords(
  database: Database,
  passwords: Readonly<Record<string, string>>,
): Promise<void> {
  const statements = Object.entries(passwords).map(
    ([role, password]) =>
      `alter role ${quoteIdentifier(role)} login password ${quoteLiteral(password)};`,
  );
  // The text of these statements may not reach the log of Postgres, whatever the owner logs.
  const script = `begin; set local log_statement = 'none'; set local log_min_duration_statement = -1; ${statements.join(' ')} commit;`;
  await despiteCollisions(() => database.script(script));
}
