import type { Route } from '@plinth/kernel';
import type { DataService } from '../service.ts';
import { callFunctionRoute } from './call-function.ts';
import { deleteRowsRoute } from './delete-rows.ts';
import { describeFunctionRoute } from './describe-function.ts';
import { describeRootRoute } from './describe-root.ts';
import { describeTableRoute } from './describe-table.ts';
import { insertRowsRoute } from './insert-rows.ts';
import { putRowRoute } from './put-row.ts';
import { readRootRoute } from './read-root.ts';
import { readRowsRoute } from './read-rows.ts';
import { updateRowsRoute } from './update-rows.ts';

/** All endpoints of the Data API. */
export const dataRoutes: readonly Route<DataService>[] = [
  readRowsRoute,
  insertRowsRoute,
  putRowRoute,
  updateRowsRoute,
  deleteRowsRoute,
  describeTableRoute,
  callFunctionRoute,
  describeFunctionRoute,
  readRootRoute,
  describeRootRoute,
];
