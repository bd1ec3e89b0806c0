import { type Route, route } from '@plinth/kernel';
import { describeTable } from '../requests/describe.ts';
import type { DataService } from '../service.ts';

export const describeTableRoute: Route<DataService> = route<DataService>()({
  id: 'data.describe-table',
  method: 'OPTIONS',
  path: '/:relation',
  summary: 'Says which methods a table or view has.',
  access: 'key',
  body: 'raw',
  errors: ['PGRST205'],
  handler: (service, request) => service.answer(request, describeTable),
});
