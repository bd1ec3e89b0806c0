import { type Route, route } from '@plinth/kernel';
import { writeRows } from '../requests/write-rows.ts';
import type { DataService } from '../service.ts';

export const putRowRoute: Route<DataService> = route<DataService>()({
  id: 'data.put-row',
  method: 'PUT',
  path: '/:relation',
  summary: 'Inserts the row with this primary key, or replaces it.',
  access: 'key',
  body: 'raw',
  errors: ['PGRST100', 'PGRST102', 'PGRST105', 'PGRST114', 'PGRST115', 'PGRST205'],
  handler: (service, request) => service.answer(request, writeRows('put')),
});
