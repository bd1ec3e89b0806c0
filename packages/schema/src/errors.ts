import { type ErrorFactory, errorFactory } from '@plinth/kernel';

/** Failures of migrations, seeds and schema changes. */
export const schemaErrors = {
  migration_failed: {
    status: 422,
    message: 'A migration failed',
    when: 'A statement of a migration, seed or role file fails. Files before it stay applied, the file leaves nothing.',
  },
  unsupported_script: {
    status: 422,
    message: 'The script cannot be run here',
    when: 'A file holds a command of psql, or COPY … FROM STDIN with its data.',
  },
  open_transaction: {
    status: 422,
    message: 'The file begins a transaction and does not end it',
    when: 'A file says BEGIN without COMMIT.',
  },
  migrations_locked: {
    status: 503,
    message: 'Another server is applying migrations',
    when: 'The lock under which migrations run did not become free in time.',
  },
  version_taken: {
    status: 409,
    message: 'No free version was found for the migration',
    when: 'A schema change cannot be recorded, since each version it tried was taken in between.',
  },
  outside_project: {
    status: 400,
    message: 'The path lies outside of the project folder',
    when: 'db.seed.sql_paths names a file that is not below the project folder.',
  },
  not_text: {
    status: 422,
    message: 'The file is not a text in UTF-8',
    when: 'A migration or seed file is binary, or in an encoding without a byte order mark.',
  },
  too_many_files: {
    status: 422,
    message: 'The pattern of a seed path looks at more than 10,000 files',
    when: 'db.seed.sql_paths matches a folder that holds far more than seeds.',
  },
} as const;

/** Makes an error of the schema's catalogue. */
export const schemaError: ErrorFactory<typeof schemaErrors> = errorFactory(schemaErrors);
