import { flag, integer, list, type SettingTable, text } from '../setting.ts';

/** `[db]`: the Postgres of the project. */
export interface DatabaseSettings {
  readonly project_id: string;
  readonly 'db.port': number;
  readonly 'db.url': string;
  readonly 'db.pool_size': number;
  readonly 'db.migrations.enabled': boolean;
  readonly 'db.seed.enabled': boolean;
  readonly 'db.seed.sql_paths': readonly string[];
}

export const databaseSettings: SettingTable<DatabaseSettings> = {
  project_id: text('', 'Name of the project in its own files; Studio shows it.'),
  'db.port': integer(54322, 'Port of the embedded Postgres on 127.0.0.1; 0 takes any free one.', {
    env: ['PLINTH_DB_PORT'],
    most: 65535,
  }),
  'db.url': text('', 'A Postgres 15+ of your own instead of the embedded one.', {
    env: ['DATABASE_URL'],
    secret: true,
  }),
  'db.pool_size': integer(10, 'Most connections of the Data API.', {
    env: ['PGRST_DB_POOL'],
    least: 1,
    most: 1000,
  }),
  'db.migrations.enabled': flag(true, 'Whether start applies supabase/migrations.'),
  'db.seed.enabled': flag(true, 'Whether a fresh database is seeded.'),
  'db.seed.sql_paths': list(['./seed.sql'], 'Seed files, relative to supabase/; globs allowed.'),
};
