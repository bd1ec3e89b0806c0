import { type Route, route } from '@plinth/kernel';
import { writeRows } from '../requests/write-rows.ts';
import type { DataService } from '../service.ts';

export const deleteRowsRoute: Route<DataService> = route<DataService>()({
  id: 'data.delete-rows',
  method: 'DELETE',
  path: '/:relation',
  summary: 'Deletes the rows that the filters choose.',
  access: 'key',
  body: 'raw',
  errors: ['21000', 'PGRST100', 'PGRST116', 'PGRST124', 'PGRST205'],
  handler: (service, request) => service.answer(request, writeRows('delete')),
});
