import type { SystemMigrations } from '@plinth/postgres';
import users from './sql/0001-users.sql';
import oauthServer from './sql/0002-oauth-server.sql';
import sessions from './sql/0003-sessions.sql';
import providers from './sql/0004-providers.sql';
import access from './sql/0005-access.sql';

/** The tables of schema `auth`, column for column those of hosted Supabase, later steps' tables included. */
export const authMigrations: SystemMigrations = {
  service: 'auth',
  migrations: [
    { version: '0001', name: 'users', sql: users },
    { version: '0002', name: 'oauth-server', sql: oauthServer },
    { version: '0003', name: 'sessions', sql: sessions },
    { version: '0004', name: 'providers', sql: providers },
    { version: '0005', name: 'access', sql: access },
  ],
};
