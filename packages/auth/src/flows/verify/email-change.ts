import type { AuthCore } from '../../base/core.ts';
import { isoDate } from '../../base/time.ts';
import type { RequestContext } from '../../input/request-context.ts';
import { clearTokens } from '../../otp/one-time-tokens.ts';
import { actorOf, auditEntry } from '../../users/audit/audit.ts';
import {
  identityOf,
  insertIdentity,
  ownIdentityData,
  providerMetadata,
  providersOf,
  updateIdentityData,
} from '../../users/identities.ts';
import { mergeMetadata } from '../../users/metadata.ts';
import { isConfirmed, type User } from '../../users/user.ts';
import type { Completion } from './complete.ts';

/** The user's address becomes the one that was waiting; an anonymous user becomes a permanent one. */
export function emailChange(core: AuthCore, context: RequestContext, user: User): Completion {
  const now = core.clock.now();
  const email = user.email_change ?? '';
  const known = identityOf(user, 'email');
  const claims = { email, email_verified: true };
  const identity =
    known === undefined
      ? insertIdentity(
          core.random.uuid(),
          user.id,
          'email',
          ownIdentityData({ sub: user.id, ...claims }),
          now,
        )
      : updateIdentityData(known.id, claims, now);
  const providers = providersOf([...user.identities, { provider: 'email' }]);
  return {
    patch: {
      email,
      email_change: '',
      email_change_token_new: '',
      email_change_token_current: '',
      email_change_confirm_status: 0,
      is_anonymous: false,
      raw_app_meta_data: mergeMetadata(user.raw_app_meta_data, providerMetadata(providers)),
      ...(!isConfirmed(user) && {
        confirmation_token: '',
        email_confirmed_at: isoDate(now),
        raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, { email_verified: true }),
      }),
    },
    writes: [
      auditEntry(core, context, actorOf(user), 'user_modified'),
      clearTokens(user.id),
      identity,
    ],
    halfway: false,
  };
}
