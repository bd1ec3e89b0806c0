import { type Route, route } from '@plinth/kernel';
import { readRows } from '../requests/read-rows.ts';
import type { DataService } from '../service.ts';

export const readRowsRoute: Route<DataService> = route<DataService>()({
  id: 'data.read-rows',
  method: ['GET', 'HEAD'],
  path: '/:relation',
  summary: 'Reads rows of a table or view.',
  access: 'key',
  errors: [
    'PGRST100',
    'PGRST103',
    'PGRST107',
    'PGRST108',
    'PGRST116',
    'PGRST200',
    'PGRST201',
    'PGRST205',
  ],
  handler: (service, request) => service.answer(request, readRows),
});
