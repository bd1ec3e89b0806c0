import type { Route } from '@plinth/kernel';
import type { ConsoleService } from '../service.ts';
import { dismissFileJob } from './files/dismiss-file-job.ts';
import { getFileJob } from './files/get-file-job.ts';
import { listFileJobs } from './files/list-file-jobs.ts';
import { retryFileJob } from './files/retry-file-job.ts';
import { startFileJob } from './files/start-file-job.ts';
import { stopFileJob } from './files/stop-file-job.ts';
import { getMe } from './members/get-me.ts';
import { getStatus } from './members/get-status.ts';
import { setUp } from './members/set-up.ts';
import { getProject } from './projects/get-project.ts';
import { listProjects } from './projects/list-projects.ts';
import { revealSecrets } from './projects/reveal-secrets.ts';
import { changeRealtimeTable } from './realtime/change-realtime-table.ts';
import { checkTopic } from './realtime/check-topic.ts';
import { getRealtime } from './realtime/get-realtime.ts';
import { listChannels } from './realtime/list-channels.ts';
import { listClients } from './realtime/list-clients.ts';
import { listRealtimeTables } from './realtime/list-realtime-tables.ts';
import { countRows } from './rows/count-rows.ts';
import { deleteRows } from './rows/delete-rows.ts';
import { getCell } from './rows/get-cell.ts';
import { insertRow } from './rows/insert-row.ts';
import { queryRows } from './rows/query-rows.ts';
import { updateRow } from './rows/update-row.ts';
import { cancelSql } from './sql/cancel-sql.ts';
import { runSql } from './sql/run-sql.ts';
import { createTable } from './tables/create-table.ts';
import { dropTable } from './tables/drop-table.ts';
import { getTable } from './tables/get-table.ts';
import { listSchemas } from './tables/list-schemas.ts';
import { listTables } from './tables/list-tables.ts';
import { listTypes } from './tables/list-types.ts';
import { previewTable } from './tables/preview-table.ts';

/** All endpoints of the console. */
export const consoleRoutes: readonly Route<ConsoleService>[] = [
  getStatus,
  setUp,
  getMe,
  listProjects,
  getProject,
  revealSecrets,
  listSchemas,
  listTables,
  getTable,
  listTypes,
  previewTable,
  createTable,
  dropTable,
  queryRows,
  countRows,
  getCell,
  insertRow,
  updateRow,
  deleteRows,
  runSql,
  cancelSql,
  startFileJob,
  listFileJobs,
  getFileJob,
  stopFileJob,
  retryFileJob,
  dismissFileJob,
  getRealtime,
  listClients,
  listChannels,
  checkTopic,
  listRealtimeTables,
  changeRealtimeTable,
];
