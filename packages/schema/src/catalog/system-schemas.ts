/** Schemas that belong to Plinth, to its services or to what they are built on. */
const ownSchemas: readonly string[] = [
  'auth',
  'console',
  'cron',
  'extensions',
  'graphql',
  'graphql_public',
  'information_schema',
  'net',
  'pgbouncer',
  'pgsodium',
  'pgsodium_masks',
  'plinth',
  'realtime',
  'storage',
  'supabase_functions',
  'supabase_migrations',
  'vault',
];

/** True for schemas whose tables are not the user's to change by hand. */
export function isSystemSchema(name: string): boolean {
  return name.startsWith('pg_') || ownSchemas.includes(name);
}
