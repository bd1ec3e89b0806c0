import type { Route } from '@plinth/kernel';
import { authError } from '../../errors.ts';
import { attempt } from '../../flows/steps/attempt.ts';
import { pageHeaders, parsePage } from '../../input/page.ts';
import { queryText } from '../../input/query.ts';
import type { AuthService } from '../../service.ts';
import { type AuditFilter, listEntries } from '../../users/audit/list-entries.ts';
import { wireTime } from '../../users/user-body.ts';
import { authRoute } from '../auth-route.ts';
import { adminActor } from './admin-actor.ts';

/** Members of an entry that each scope of `query` looks into. */
const scopes: Readonly<Record<string, readonly string[]>> = {
  author: ['actor_username', 'actor_name'],
  action: ['action'],
  type: ['log_type'],
};

/** GET /admin/audit?page&per_page&query=scope:text: what happened to accounts, newest first. */
export const listAudit: Route<AuthService> = authRoute({
  id: 'auth.list-audit',
  method: 'GET',
  path: '/admin/audit',
  summary: 'The audit log of accounts, newest first.',
  access: 'service',
  errors: ['not_admin', 'validation_failed'],
  async handler(service, request) {
    await adminActor(service, request);
    const page = parsePage(request.query);
    const filter = parseFilter(queryText(request.query, 'query'));
    const { entries, total } = await attempt('Error searching for audit logs', () =>
      listEntries(service.database, page, filter),
    );
    return {
      status: 200,
      headers: pageHeaders(request.path, request.rawQuery, page, total),
      body: entries.map((entry) => ({ ...entry, created_at: wireTime(entry.created_at) })),
    };
  },
});

function parseFilter(query: string): AuditFilter | undefined {
  if (query === '') return undefined;
  const colon = query.indexOf(':');
  const scope = query.slice(0, Math.max(0, colon));
  const members = Object.hasOwn(scopes, scope) ? scopes[scope] : undefined;
  if (members === undefined) {
    throw authError('validation_failed', { message: `Invalid query scope: ${query}` });
  }
  return { members, text: query.slice(colon + 1) };
}
