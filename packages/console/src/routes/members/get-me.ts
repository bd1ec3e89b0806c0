import type { Route } from '@plinth/kernel';
import type { ConsoleService } from '../../service.ts';
import { memberRoute } from '../console-route.ts';

export const getMe: Route<ConsoleService> = memberRoute({
  id: 'console.get-me',
  method: 'GET',
  path: '/me',
  summary: 'The member who asks.',
  handler: async (_service, { member }) => ({ status: 200, body: member }),
});
