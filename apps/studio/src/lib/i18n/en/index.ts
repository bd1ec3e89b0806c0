import { createTable } from './create-table.ts';
import { home } from './home.ts';
import { realtime } from './realtime.ts';
import { shell } from './shell.ts';
import { sql } from './sql.ts';
import { storage } from './storage.ts';
import { tables } from './tables.ts';
import { users } from './users.ts';

/** Every text that Studio shows, in English. */
export const en = {
  ...shell,
  ...home,
  ...tables,
  ...createTable,
  ...sql,
  ...storage,
  ...realtime,
  ...users,
} as const;
