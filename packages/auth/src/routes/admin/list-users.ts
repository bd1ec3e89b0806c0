import type { Route } from '@plinth/kernel';
import { authError } from '../../errors.ts';
import { attempt } from '../../flows/steps/attempt.ts';
import { pageHeaders, parsePage } from '../../input/page.ts';
import { queryText } from '../../input/query.ts';
import { contextOf } from '../../input/request-context.ts';
import type { AuthService } from '../../service.ts';
import { listUsers as findUsers } from '../../users/list-users.ts';
import { listedUserBody } from '../../users/user-body.ts';
import { authRoute } from '../auth-route.ts';
import { adminActor } from './admin-actor.ts';

/** GET /admin/users?page&per_page&filter&sort: the users of the project, a page at a time. */
export const listUsers: Route<AuthService> = authRoute({
  id: 'auth.list-users',
  method: 'GET',
  path: '/admin/users',
  summary: 'The users of the project, a page at a time.',
  access: 'service',
  errors: ['not_admin', 'validation_failed'],
  async handler(service, request) {
    await adminActor(service, request);
    const { audience } = contextOf(service, request);
    const page = parsePage(request.query);
    const ascending = parseSort(queryText(request.query, 'sort'));
    const filter = queryText(request.query, 'filter');
    const { users, total } = await attempt('Database error finding users', () =>
      findUsers(service.database, audience, page, filter, ascending),
    );
    return {
      status: 200,
      headers: pageHeaders(request.path, request.rawQuery, page, total),
      body: { users: users.map(listedUserBody), aud: audience },
    };
  },
});

/** True for `created_at asc`; the order is descending otherwise. */
function parseSort(sort: string): boolean {
  if (sort === '') return false;
  const [field = '', ...rest] = sort.split(' ');
  const direction = rest.join(' ');
  if (field !== 'created_at') fail(`bad field for sort '${field}'`);
  const upper = direction.toUpperCase();
  if (!['', 'ASC', 'DESC'].includes(upper)) {
    fail(`bad direction for sort '${direction}', only 'asc' and 'desc' allowed`);
  }
  return upper === 'ASC';
}

function fail(why: string): never {
  throw authError('validation_failed', { message: `Bad Sort Parameters: ${why}` });
}
