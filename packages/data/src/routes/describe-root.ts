import { type Route, route } from '@plinth/kernel';
import { describeRoot } from '../requests/describe.ts';
import type { DataService } from '../service.ts';

export const describeRootRoute: Route<DataService> = route<DataService>()({
  id: 'data.describe-root',
  method: 'OPTIONS',
  path: '/',
  summary: 'Says which methods the root has.',
  access: 'key',
  body: 'raw',
  errors: [],
  handler: (service, request) => service.answer(request, describeRoot),
});
