import { type Route, route } from '@plinth/kernel';
import { writeRows } from '../requests/write-rows.ts';
import type { DataService } from '../service.ts';

export const updateRowsRoute: Route<DataService> = route<DataService>()({
  id: 'data.update-rows',
  method: 'PATCH',
  path: '/:relation',
  summary: 'Updates the rows that the filters choose.',
  access: 'key',
  body: 'raw',
  errors: ['21000', 'PGRST100', 'PGRST102', 'PGRST116', 'PGRST124', 'PGRST204', 'PGRST205'],
  handler: (service, request) => service.answer(request, writeRows('update')),
});
