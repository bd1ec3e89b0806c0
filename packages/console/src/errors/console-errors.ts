import { type ErrorFactory, errorFactory } from '@plinth/kernel';

/** Failures of the console. */
export const consoleErrors = {
  already_set_up: {
    status: 409,
    message: 'This server has its owner already: sign in',
    when: 'POST /setup after the owner account was made.',
  },
  setup_token_invalid: {
    status: 403,
    message: 'The set-up token is missing or wrong; plinth start prints it',
    when: 'POST /setup on a server that is not on loopback, without its token.',
  },
  not_a_member: {
    status: 403,
    message: 'This account is not a member of the team',
    when: 'The token is valid, but its account has no row among the members (any more).',
  },
  role_required: {
    status: 403,
    message: 'Your role does not allow that',
    when: 'The member has a role in the project, but the action needs a higher one.',
  },
  project_not_found: {
    status: 404,
    message: 'There is no such project',
    when: 'No project of this ref, or none that the member has a role in.',
  },
  table_not_found: {
    status: 404,
    message: 'There is no such table (any more)',
    when: 'No relation has the id in the URL.',
  },
  column_not_found: {
    status: 400,
    message: 'The table has no such column',
    when: 'A filter, sort or value names a column that the table does not have.',
  },
  column_not_sortable: {
    status: 400,
    message: 'Values of this column have no order',
    when: 'Sorting by a column of type json, xml, point…',
  },
  row_not_found: {
    status: 404,
    message: 'There is no such row (any more)',
    when: 'The key names no row.',
  },
  row_changed: {
    status: 409,
    message: 'The row was changed in the meantime',
    when: 'A cell does not hold the expected value any more; nothing was written.',
  },
  invalid_key: {
    status: 400,
    message: 'The key does not name a row of this table',
    when: 'A row key has other columns than the primary key.',
  },
  invalid_anchor: {
    status: 400,
    message: '`after` does not fit the order of the query',
    when: 'An anchor of another sort order.',
  },
  no_row_key: {
    status: 400,
    message: 'Rows of a view cannot be named',
    when: 'A single row of a view or foreign table is asked for or changed.',
  },
  system_schema: {
    status: 403,
    message: 'Tables of this schema belong to the platform and are read only here',
    when: 'A change of rows or tables in auth, storage, pg_catalog…',
  },
  value_too_large: {
    status: 413,
    message: 'The value is too large to be shown',
    when: 'A cell holds more than 16 MB of text, or a row of the SQL editor more than 64 MB.',
  },
  invalid_table: {
    status: 422,
    message: 'The table cannot be made like this',
    when: 'A name is empty or taken, a type is unknown, a default is no expression…',
  },
  name_mismatch: {
    status: 409,
    message: 'The name is not that of the table',
    when: 'Dropping a table with a name that is not (any more) its own.',
  },
  query_timeout: {
    status: 422,
    message: 'The query took too long and was stopped',
    when: 'A window, count or change of rows ran into its time limit.',
  },
  too_many_runs: {
    status: 429,
    message: 'Too many queries are running: wait for one, or cancel one',
    when: 'A member runs more scripts at a time than the limit allows.',
  },
  run_exists: {
    status: 409,
    message: 'A run with this id is under way',
    when: 'Two runs of a member with the same id at the same time.',
  },
  storage_off: {
    status: 404,
    message: 'The project has no file storage',
    when: 'A job on files of a project whose Storage API is switched off.',
  },
  realtime_off: {
    status: 404,
    message: 'The project has no Realtime',
    when: 'Realtime of a project where it is switched off.',
  },
  user_not_found: {
    status: 404,
    message: 'There is no such user (any more)',
    when: 'Policies are asked as a user whom the project does not have.',
  },
  published_elsewhere: {
    status: 409,
    message:
      'The table is published with its schema, or with all tables: it cannot be taken out alone',
    when: 'Taking a table out of a publication that names its schema or all tables.',
  },
  partitioned_identity: {
    status: 409,
    message: 'What is logged of deleted rows is a matter of each partition',
    when: 'Secure deletes of a partitioned table.',
  },
  invalid_job: {
    status: 422,
    message: 'The files cannot be changed like this',
    when: 'A new name is missing, or a folder would get the name of a file.',
  },
  too_many_jobs: {
    status: 429,
    message: 'Too many jobs are under way in this project: wait for one, or stop one',
    when: 'A project has more jobs on files at a time than the limit allows.',
  },
  job_not_found: {
    status: 404,
    message: 'There is no such job (any more)',
    when: 'No job has the id, or it ended long ago.',
  },
  job_running: {
    status: 409,
    message: 'The job is under way: stop it first',
    when: 'A job that has not ended is to be retried or dismissed.',
  },
  job_done: {
    status: 409,
    message: 'The job has left nothing undone',
    when: 'A job whose files all were done is to be retried.',
  },
  database_error: {
    status: 400,
    message: 'Postgres reported an error',
    when: 'Postgres refused a statement; `database` tells what it said.',
  },
  database_unavailable: {
    status: 503,
    message: 'The database of the project cannot be reached',
    when: 'Postgres is starting or stopping, or has no connection left.',
  },
} as const;

/** Makes an error of the console's catalogue. */
export const consoleError: ErrorFactory<typeof consoleErrors> = errorFactory(consoleErrors);
