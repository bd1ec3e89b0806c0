import { setTimeout as sleep } from 'node:timers/promises';
import type { AppError } from '@plinth/kernel';
import { type Sql, sql, type Transaction } from '@plinth/postgres';
import type { AuthCore } from '../base/core.ts';
import { inOneStatement } from '../base/one-statement.ts';
import { isoDate } from '../base/time.ts';
import { authError } from '../errors.ts';
import { inTransaction } from '../flows/steps/transactions.ts';
import type { RequestContext } from '../input/request-context.ts';
import { makeAccessToken } from '../tokens/access-token.ts';
import { newRefreshToken } from '../tokens/refresh-token.ts';
import { actorOf, auditEntry } from '../users/audit/audit.ts';
import { isBanned } from '../users/user.ts';
import { updateUser } from '../users/write-user.ts';
import { endSession } from './end-sessions.ts';
import { findRefreshState, lockRefreshState, type RefreshState } from './find-refresh-state.ts';
import { inet, insertRefreshToken } from './open-session.ts';
import type { Tokens } from './session.ts';
import { assuranceOf, endedBecause } from './validity.ts';

/** How often a refresh looks whether the others of its session are done: for about five seconds. */
const mostTries = 250;

/** A refreshed session; `reused` where another request had exchanged the token already. */
export interface Refreshed {
  readonly tokens: Tokens;
  readonly reused: boolean;
}

type Outcome = Refreshed | { readonly refusal: AppError } | 'busy';

/**
 * Exchanges a refresh token. Refreshes of one session happen one after another: whoever finds the row
 * locked tries again, without a database connection in the meantime.
 */
export async function refreshSession(
  core: AuthCore,
  context: RequestContext,
  token: string,
): Promise<Refreshed> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const outcome = await inTransaction(core, (tx) => refreshOnce(core, context, tx, token));
    if (outcome === 'busy') {
      await sleep(10 + ((core.random.bytes(1)[0] ?? 0) % 20));
      continue;
    }
    // A refusal that ends the session has to be committed first.
    if ('refusal' in outcome) throw outcome.refusal;
    return outcome;
  }
  throw authError('conflict');
}

async function refreshOnce(
  core: AuthCore,
  context: RequestContext,
  tx: Transaction,
  token: string,
): Promise<Outcome> {
  const state = await lockRefreshState(tx, token);
  if (state === undefined) return missing(tx, token);
  const now = core.clock.now();
  const { user, session } = state;
  if (isBanned(user, now)) {
    return refuse('user_banned', 400, 'Invalid Refresh Token: User Banned');
  }
  const ended = endedBecause(session, core.policy, now, state.token.updated_at);
  if (ended !== undefined) return refuse('session_expired', 400, ended);
  if (!state.token.revoked) return exchange(core, context, tx, state, now);
  return reuse(core, context, tx, state, now);
}

/** No row to lock: it is locked by another request, or not there. */
async function missing(tx: Transaction, token: string): Promise<Outcome> {
  switch (await findRefreshState(tx, token)) {
    case 'locked':
      return 'busy';
    case 'without session':
      return refuse('session_not_found', 400, 'Invalid Refresh Token: No Valid Session Found');
    case 'unknown':
      return { refusal: authError('refresh_token_not_found') };
  }
}

/**
 * A token that was exchanged before. The parent of the active token: the answer was lost on its way, and
 * is given again. Any other: forgiven for a while, then a sign of theft, which ends the session.
 */
async function reuse(
  core: AuthCore,
  context: RequestContext,
  tx: Transaction,
  state: RefreshState,
  now: number,
): Promise<Outcome> {
  const active = await activeToken(tx, state.session.id);
  if (active !== undefined && active.parent === state.token.token) {
    return answer(core, context, tx, state, now, active.token, []);
  }
  const forgivenUntil = Date.parse(state.token.updated_at ?? '') + core.policy.reuseInterval * 1000;
  if (now <= forgivenUntil) return exchange(core, context, tx, state, now);
  if (core.policy.rotation) await tx.query(endSession(state.session.id));
  return { refusal: authError('refresh_token_already_used') };
}

/** Revokes the token and makes its child. */
function exchange(
  core: AuthCore,
  context: RequestContext,
  tx: Transaction,
  state: RefreshState,
  now: number,
): Promise<Refreshed> {
  const { user, session, token } = state;
  const child = newRefreshToken(core.random);
  return answer(core, context, tx, state, now, child, [
    sql`update auth.refresh_tokens set revoked = true, updated_at = ${isoDate(now)} where id = ${token.id}`,
    insertRefreshToken(child, user.id, session.id, token.token, now),
    updateUser(user.id, { last_sign_in_at: isoDate(now) }, now),
    auditEntry(core, context, actorOf(user), 'token_revoked'),
  ]);
}

async function answer(
  core: AuthCore,
  context: RequestContext,
  tx: Transaction,
  { user, session, token }: RefreshState,
  now: number,
  refreshToken: string,
  writes: readonly Sql[],
): Promise<Refreshed> {
  const refreshedAt = isoDate(now);
  await tx.query(
    inOneStatement([
      ...writes,
      auditEntry(core, context, actorOf(user), 'token_refreshed'),
      sql`update auth.sessions set
          refreshed_at = ${refreshedAt}::timestamptz at time zone 'utc', updated_at = ${refreshedAt},
          user_agent = ${context.userAgent ?? null}, ip = ${inet(context)}
        where id = ${session.id}`,
    ]),
  );
  const reused = token.revoked;
  const at = refreshedAt.toISOString();
  const current = writes.length === 0 ? user : { ...user, last_sign_in_at: at, updated_at: at };
  const access = await makeAccessToken(core, {
    user: current,
    sessionId: session.id,
    aal: assuranceOf(session),
    amr: session.amr,
    authUrl: context.authUrl,
    now,
  });
  return { tokens: { access, refreshToken, sessionId: session.id, user: current }, reused };
}

/** The token of a session that is good now. Read after the row lock, so that it is the latest. */
async function activeToken(
  tx: Transaction,
  sessionId: string,
): Promise<{ readonly token: string; readonly parent: string | null } | undefined> {
  const [row] = await tx.query<{ token: string; parent: string | null }>(
    sql`select token, parent from auth.refresh_tokens
      where session_id = ${sessionId} and revoked is false order by id desc limit 1`,
  );
  return row;
}

function refuse(code: Parameters<typeof authError>[0], status: number, message: string): Outcome {
  return { refusal: authError(code, { status, message }) };
}
