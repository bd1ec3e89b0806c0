import { type Sql, sql } from '@plinth/postgres';
import type { AuthCore } from '../base/core.ts';
import type { Queryable } from '../base/queryable.ts';
import { isoDate } from '../base/time.ts';
import type { AuthenticationMethod } from '../sessions/session.ts';
import type { CodeChallenge } from './challenge.ts';

/** A sign-in under way that was found by its code. */
export interface FlowState {
  readonly userId: string | null;
  readonly challenge: CodeChallenge | undefined;
  readonly method: AuthenticationMethod;
  readonly providerType: string;
  /** From when the code is five minutes good, in milliseconds since 1970. */
  readonly startedAt: number;
}

/** How long a code can be exchanged, in milliseconds. */
export const codeLife = 300_000;

/** Starts a sign-in that a link in a mail will continue. */
export function insertFlowState(
  core: AuthCore,
  userId: string,
  method: AuthenticationMethod,
  providerType: string,
  { method: challengeMethod, challenge }: CodeChallenge,
): Sql {
  const at = isoDate(core.clock.now());
  return sql`insert into auth.flow_state
      (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
        provider_access_token, provider_refresh_token, created_at, updated_at, authentication_method)
    values (${core.random.uuid()}, ${userId}, ${core.random.uuid()}, ${challengeMethod}, ${challenge},
      ${providerType}, '', '', ${at}, ${at}, ${method})`;
}

/** Issues the code of the user's latest sign-in of a kind; undefined where none is under way. */
export async function issueCode(
  core: AuthCore,
  db: Queryable,
  userId: string,
  method: AuthenticationMethod,
): Promise<string | undefined> {
  const at = isoDate(core.clock.now());
  const [row] = await db.query<{ auth_code: string }>(
    sql`update auth.flow_state set auth_code_issued_at = ${at}, updated_at = ${at}
      where id = (
        select id from auth.flow_state
        where user_id = ${userId} and authentication_method = ${method} and code_challenge is not null
        order by created_at desc, id limit 1)
      returning auth_code`,
  );
  return row?.auth_code;
}

interface FlowRow {
  readonly user_id: string | null;
  readonly code_challenge: string | null;
  readonly code_challenge_method: CodeChallenge['method'] | null;
  readonly authentication_method: AuthenticationMethod;
  readonly provider_type: string;
  readonly started_at: Date;
}

/** Takes the sign-in of a code, so that nobody else can exchange it: it is deleted on commit. */
export async function takeFlowState(db: Queryable, code: string): Promise<FlowState | undefined> {
  const [row] = await db.query<FlowRow>(
    sql`delete from auth.flow_state where auth_code = ${code}
      returning user_id, code_challenge, code_challenge_method, authentication_method, provider_type,
        coalesce(auth_code_issued_at, created_at) as started_at`,
  );
  if (row === undefined) return undefined;
  const { code_challenge: challenge, code_challenge_method: method } = row;
  return {
    userId: row.user_id,
    challenge: challenge === null || method === null ? undefined : { method, challenge },
    method: row.authentication_method,
    providerType: row.provider_type,
    startedAt: row.started_at.getTime(),
  };
}
