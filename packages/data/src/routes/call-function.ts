import { type Route, route } from '@plinth/kernel';
import { callNamedFunction } from '../requests/call-function.ts';
import type { DataService } from '../service.ts';

export const callFunctionRoute: Route<DataService> = route<DataService>()({
  id: 'data.call-function',
  method: ['GET', 'HEAD', 'POST'],
  path: '/rpc/:function',
  summary: 'Calls a function of the database.',
  access: 'key',
  body: 'raw',
  errors: ['PGRST100', 'PGRST102', 'PGRST116', 'PGRST128', 'PGRST202', 'PGRST203'],
  handler: (service, request) => service.answer(request, callNamedFunction),
});
