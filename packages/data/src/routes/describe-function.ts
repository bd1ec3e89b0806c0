import { type Route, route } from '@plinth/kernel';
import { describeFunction } from '../requests/describe.ts';
import type { DataService } from '../service.ts';

export const describeFunctionRoute: Route<DataService> = route<DataService>()({
  id: 'data.describe-function',
  method: 'OPTIONS',
  path: '/rpc/:function',
  summary: 'Says which methods a function has.',
  access: 'key',
  body: 'raw',
  errors: ['PGRST202', 'PGRST203'],
  handler: (service, request) => service.answer(request, describeFunction),
});
