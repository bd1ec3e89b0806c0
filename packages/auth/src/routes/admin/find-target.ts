import type { RouteRequest } from '@plinth/kernel';
import { authError } from '../../errors.ts';
import { attempt } from '../../flows/steps/attempt.ts';
import { uuidParameter } from '../../input/uuid.ts';
import type { AuthService } from '../../service.ts';
import { findUserById } from '../../users/find-user.ts';
import type { User } from '../../users/user.ts';

/** The user of an admin route's path. Throws `user_not_found`, `validation_failed` (404). */
export async function findTarget(
  service: AuthService,
  request: Pick<RouteRequest, 'params'>,
): Promise<User> {
  const id = uuidParameter(request.params.user_id, 'user_id');
  const user = await attempt('Database error loading user', () =>
    findUserById(service.database, id),
  );
  if (user === undefined) throw authError('user_not_found');
  return user;
}
