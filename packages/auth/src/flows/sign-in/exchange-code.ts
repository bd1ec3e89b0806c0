import type { AuthCore } from '../../base/core.ts';
import { inOneStatement } from '../../base/one-statement.ts';
import { isoDate } from '../../base/time.ts';
import { authError } from '../../errors.ts';
import type { RequestContext } from '../../input/request-context.ts';
import { answers } from '../../otp/challenge.ts';
import { codeLife, takeFlowState } from '../../otp/flow-state.ts';
import { newSession, tokensOf } from '../../sessions/open-session.ts';
import type { Tokens } from '../../sessions/session.ts';
import { actorOf, auditEntry } from '../../users/audit/audit.ts';
import { isBanned } from '../../users/user.ts';
import { updateUser } from '../../users/write-user.ts';
import { reloadUser } from '../steps/new-user.ts';
import { inTransaction } from '../steps/transactions.ts';

/** A session, and what another provider gave along with it. */
export interface Exchanged {
  readonly tokens: Tokens;
  readonly provider: object;
}

/** Exchanges the code of a link for a session. A wrong verifier leaves the code as it was. */
export function exchangeCode(
  core: AuthCore,
  context: RequestContext,
  code: string,
  verifier: string,
): Promise<Exchanged> {
  return inTransaction(core, async (tx) => {
    const flow = await takeFlowState(tx, code);
    if (flow === undefined || flow.userId === null || flow.challenge === undefined) {
      throw authError('flow_state_not_found');
    }
    if (core.clock.now() > flow.startedAt + codeLife) throw authError('flow_state_expired');
    if (!answers(flow.challenge, verifier)) throw authError('bad_code_verifier');
    const user = await reloadUser(tx, flow.userId);
    if (isBanned(user, core.clock.now())) throw authError('user_banned', { status: 400 });
    const session = newSession(core, context, user.id, flow.method);
    const traits = { provider_type: flow.providerType };
    await tx.query(
      inOneStatement([
        updateUser(user.id, { last_sign_in_at: isoDate(session.now) }, session.now),
        auditEntry(core, context, actorOf(user), 'login', traits),
        ...session.writes,
      ]),
    );
    const tokens = await tokensOf(core, context, session, await reloadUser(tx, user.id));
    return { tokens, provider: {} };
  });
}
