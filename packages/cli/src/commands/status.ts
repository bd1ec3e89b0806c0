import { ProjectFolder, type ReadyInfo, readReadyInfo } from '@plinth/server';
import type { Command, CommandInput } from '../command.ts';

export const status: Command = {
  name: 'status',
  summary: 'Shows where the server of a project folder listens, and its keys.',
  options: {
    dir: { type: 'string', value: 'DIR', description: 'project folder (default: this folder)' },
    output: {
      type: 'string',
      short: 'o',
      value: 'FORMAT',
      description: 'pretty, env or json (pretty)',
    },
  },
  run,
};

const formats = { pretty, env, json: (ready: ReadyInfo) => [JSON.stringify(ready, null, 2)] };

async function run({ flags, terminal }: CommandInput): Promise<number> {
  const folder = new ProjectFolder(typeof flags.dir === 'string' ? flags.dir : '.');
  const ready = readReadyInfo(folder);
  if (ready === undefined) {
    terminal.note(`No server runs on ${folder.path}. Start one with plinth start.`);
    return 1;
  }
  const format = flags.output ?? 'pretty';
  if (typeof format !== 'string' || !Object.hasOwn(formats, format)) {
    terminal.note(`--output ${format} is unknown; use pretty, env or json.`);
    return 2;
  }
  for (const line of formats[format as keyof typeof formats](ready)) terminal.print(line);
  return 0;
}

/** Names and order as the supabase CLI prints them, so that scripts written for it go on working. */
function env(ready: ReadyInfo): string[] {
  const values = {
    API_URL: ready.url,
    REST_URL: `${ready.url}/rest/v1`,
    DB_URL: ready.databaseUrl,
    STUDIO_URL: ready.studioUrl,
    MAILPIT_URL: ready.mailUrl,
    INBUCKET_URL: ready.mailUrl,
    PUBLISHABLE_KEY: ready.publishableKey,
    SECRET_KEY: ready.secretKey,
    JWT_SECRET: ready.jwtSecret,
    ANON_KEY: ready.anonKey,
    SERVICE_ROLE_KEY: ready.serviceRoleKey,
    ...(ready.s3 !== undefined && {
      STORAGE_S3_URL: ready.s3.url,
      S3_PROTOCOL_ACCESS_KEY_ID: ready.s3.accessKeyId,
      S3_PROTOCOL_ACCESS_KEY_SECRET: ready.s3.secretAccessKey,
      S3_PROTOCOL_REGION: ready.s3.region,
    }),
  };
  return Object.entries(values).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
}

function pretty(ready: ReadyInfo): string[] {
  const rows = [
    ['API', ready.url],
    ['Studio', ready.studioUrl],
    ['Mail', ready.mailUrl],
    ['Database', ready.databaseUrl],
    ['Publishable key', ready.publishableKey],
    ['Secret key', ready.secretKey],
    ['Anon key', ready.anonKey],
    ['Service role key', ready.serviceRoleKey],
    ['JWT secret', ready.jwtSecret],
    ...(ready.s3 === undefined
      ? []
      : [
          ['S3', ready.s3.url],
          ['S3 region', ready.s3.region],
          ['S3 access key', ready.s3.accessKeyId],
          ['S3 secret key', ready.s3.secretAccessKey],
        ]),
  ];
  return rows.map(([name = '', value]) => `${name.padEnd(18)}${value}`);
}
