import type { JsonObject } from '@plinth/kernel';
import type { AuthCore } from '../../base/core.ts';
import { databaseFailure } from '../../base/database-failure.ts';
import { inOneStatement } from '../../base/one-statement.ts';
import { isoDate } from '../../base/time.ts';
import type { RequestContext } from '../../input/request-context.ts';
import { newSession, tokensOf } from '../../sessions/open-session.ts';
import type { Tokens } from '../../sessions/session.ts';
import { updateUser } from '../../users/write-user.ts';
import { insertAccount, reloadUser } from '../steps/new-user.ts';

/** An account without any credential, and a session of it: all there will ever be to sign in with. */
export async function signUpAnonymously(
  core: AuthCore,
  context: RequestContext,
  data: JsonObject,
): Promise<Tokens> {
  try {
    return await core.database.transaction(async (tx) => {
      const user = await insertAccount(core, tx, {
        aud: context.audience,
        userMetadata: data,
        providers: [],
      });
      const session = newSession(core, context, user.id, 'anonymous');
      const patch = { last_sign_in_at: isoDate(session.now) };
      await tx.query(inOneStatement([updateUser(user.id, patch, session.now), ...session.writes]));
      return tokensOf(core, context, session, await reloadUser(tx, user.id));
    });
  } catch (error) {
    throw databaseFailure('Database error creating anonymous user', error);
  }
}
