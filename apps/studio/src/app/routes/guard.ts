import type { ConsoleStatus } from '@plinth/console/api';
import { redirect } from '@tanstack/react-router';
import type { Api } from '../../api/api.ts';

/** Lets only members pass: everyone else is sent to set up or sign in, and comes back to `href` after. */
export function requireMember(api: Api, status: ConsoleStatus, href: string): void {
  if (!status.setUp) throw redirect({ to: '/setup' });
  if (api.session.get() === null) throw redirect({ to: '/sign-in', search: { to: href } });
}
