import { startDataServer } from '@plinth/server';
import { untilAskedToStop } from '../adapters/process-signals.ts';
import type { Command, CommandInput } from '../command.ts';

/** Flags by the variable that they stand for. */
const variables = {
  'db-uri': 'PGRST_DB_URI',
  schemas: 'PGRST_DB_SCHEMAS',
  'anon-role': 'PGRST_DB_ANON_ROLE',
  host: 'PGRST_SERVER_HOST',
  port: 'PGRST_SERVER_PORT',
} as const;

export const data: Command = {
  name: 'data',
  summary: 'Serves the Data API of any Postgres, configured with PostgREST’s PGRST_… variables.',
  options: {
    'db-uri': {
      type: 'string',
      value: 'URL',
      description: 'database (PGRST_DB_URI, DATABASE_URL)',
    },
    schemas: { type: 'string', value: 'LIST', description: 'exposed schemas (public)' },
    'anon-role': { type: 'string', value: 'ROLE', description: 'role of requests without a token' },
    host: { type: 'string', value: 'ADDR', description: 'address to listen on (127.0.0.1)' },
    port: {
      type: 'string',
      short: 'p',
      value: 'N',
      description: 'port; 0 for any free one (3000)',
    },
  },
  run,
};

async function run({ flags, terminal, environment }: CommandInput): Promise<number> {
  const stopAsked = untilAskedToStop();
  const given = Object.entries(variables).flatMap(([flag, variable]) => {
    const value = flags[flag];
    return typeof value === 'string' ? [[variable, value]] : [];
  });
  const server = await startDataServer({ ...environment, ...Object.fromEntries(given) });
  terminal.note(`The Data API listens on ${server.url}`);
  await stopAsked;
  await server.close();
  return 0;
}
