import type { Route } from '@plinth/kernel';
import { sql } from '@plinth/postgres';
import { Type } from 'typebox';
import { inOneStatement } from '../../base/one-statement.ts';
import { attempt } from '../../flows/steps/attempt.ts';
import { optionalFlag } from '../../input/fields.ts';
import { contextOf } from '../../input/request-context.ts';
import type { AuthService } from '../../service.ts';
import { auditEntry } from '../../users/audit/audit.ts';
import { softDelete } from '../../users/soft-delete.ts';
import { authRoute } from '../auth-route.ts';
import { adminActor } from './admin-actor.ts';
import { findTarget } from './find-target.ts';

/** DELETE /admin/users/:user_id: the row, or with should_soft_delete only what is personal in it. */
export const deleteUser: Route<AuthService> = authRoute({
  id: 'auth.delete-user',
  method: 'DELETE',
  path: '/admin/users/:user_id',
  summary: 'Deletes a user, or only what is personal of it.',
  access: 'service',
  input: { body: Type.Object({ should_soft_delete: optionalFlag }) },
  errors: ['not_admin', 'user_not_found', 'validation_failed', 'unexpected_failure'],
  async handler(service, request) {
    const actor = await adminActor(service, request);
    const user = await findTarget(service, request);
    const audit = auditEntry(service, contextOf(service, request), actor, 'user_deleted', {
      user_id: user.id,
      user_email: user.email ?? '',
      user_phone: user.phone ?? '',
    });
    const soft = request.body.should_soft_delete === true;
    const alreadyGone = soft && user.deleted_at !== null;
    const writes = soft
      ? softDelete(user, service.clock.now())
      : [sql`delete from auth.users where id = ${user.id}`];
    await attempt('Database error deleting user', () =>
      service.database.query(inOneStatement([audit, ...(alreadyGone ? [] : writes)])),
    );
    return { status: 200, body: {} };
  },
});
