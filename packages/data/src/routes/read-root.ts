import { type Route, route } from '@plinth/kernel';
import { readRoot } from '../requests/read-root.ts';
import type { DataService } from '../service.ts';

export const readRootRoute: Route<DataService> = route<DataService>()({
  id: 'data.read-root',
  method: ['GET', 'HEAD'],
  path: '/',
  summary: 'Describes the API as OpenAPI 2.',
  access: 'key',
  errors: ['PGRST106', 'PGRST107', 'PGRST126'],
  handler: (service, request) => service.answer(request, readRoot),
});
