import { type Route, route } from '@plinth/kernel';
import type { ConsoleStatus } from '../../api/members.ts';
import type { ConsoleService } from '../../service.ts';

export const getStatus: Route<ConsoleService> = route<ConsoleService>()({
  id: 'console.get-status',
  method: 'GET',
  path: '/status',
  summary: 'What Studio must know before anyone has signed in.',
  access: 'open',
  handler: async ({ options, setup }, { baseUrl }) => {
    const status: ConsoleStatus = {
      version: options.version,
      setUp: await setup.isDone(),
      setupTokenRequired: setup.needsToken,
      controlUrl: options.controlUrl(baseUrl),
      controlKey: options.controlKey,
    };
    return { status: 200, headers: { 'cache-control': 'no-store' }, body: status };
  },
});
