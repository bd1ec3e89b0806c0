import type { Route } from '@plinth/kernel';
import { authError } from '../../errors.ts';
import { unlinkIdentity } from '../../flows/account/unlink-identity.ts';
import { contextOf } from '../../input/request-context.ts';
import { uuidParameter } from '../../input/uuid.ts';
import type { AuthService } from '../../service.ts';
import { authenticate } from '../../sessions/authenticate.ts';
import { authRoute } from '../auth-route.ts';

/** DELETE /user/identities/:identity_id: one way to sign in less. */
export const deleteIdentity: Route<AuthService> = authRoute({
  id: 'auth.delete-identity',
  method: 'DELETE',
  path: '/user/identities/:identity_id',
  summary: 'Takes an identity off the signed-in user.',
  access: 'user',
  errors: [
    'manual_linking_disabled',
    'identity_not_found',
    'single_identity_not_deletable',
    'email_conflict_identity_not_deletable',
  ],
  async handler(service, request) {
    const { user } = await authenticate(service, request.caller);
    if (!service.policy.manualLinking) throw authError('manual_linking_disabled');
    const id = uuidParameter(request.params.identity_id, 'identity_id');
    await unlinkIdentity(service, contextOf(service, request), user.id, id);
    return { status: 200, body: {} };
  },
});
