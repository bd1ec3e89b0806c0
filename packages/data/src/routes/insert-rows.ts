import { type Route, route } from '@plinth/kernel';
import { writeRows } from '../requests/write-rows.ts';
import type { DataService } from '../service.ts';

export const insertRowsRoute: Route<DataService> = route<DataService>()({
  id: 'data.insert-rows',
  method: 'POST',
  path: '/:relation',
  summary: 'Inserts rows, or updates those that exist already.',
  access: 'key',
  body: 'raw',
  errors: ['PGRST100', 'PGRST102', 'PGRST116', 'PGRST204', 'PGRST205'],
  handler: (service, request) => service.answer(request, writeRows('insert')),
});
