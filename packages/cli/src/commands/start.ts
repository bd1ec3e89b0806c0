import { startServer } from '@plinth/server';
import { untilAskedToStop } from '../adapters/process-signals.ts';
import { studioFolder } from '../adapters/studio-folder.ts';
import type { Command, CommandInput } from '../command.ts';
import { greeting } from '../output/greeting.ts';
import { humanLogDestination } from '../output/human-log.ts';

/** How long an orderly stop may take before the process ends anyway, in milliseconds. */
const stopTimeout = 5_000;

export const start: Command = {
  name: 'start',
  summary: 'Starts the backend of a project folder and Studio; Ctrl-C stops it.',
  options: {
    dir: { type: 'string', value: 'DIR', description: 'project folder (default: this folder)' },
    port: {
      type: 'string',
      short: 'p',
      value: 'N',
      description: 'HTTP port; 0 for any free one (54321)',
    },
    'db-port': {
      type: 'string',
      value: 'N',
      description: 'Postgres port; 0 for any free one (54322)',
    },
    host: { type: 'string', value: 'ADDR', description: 'address to listen on (127.0.0.1)' },
    json: { type: 'boolean', description: 'print one line of JSON when ready, and nothing else' },
    'log-level': { type: 'string', value: 'LEVEL', description: 'debug, info, warn, error (info)' },
  },
  run,
};

async function run({ flags, terminal, environment }: CommandInput): Promise<number> {
  const stopAsked = untilAskedToStop();
  const json = flags.json === true;
  const server = await startServer({
    folder: text(flags.dir) ?? '.',
    environment,
    flags: {
      ...(flags.port !== undefined && { 'api.port': flags.port }),
      ...(flags['db-port'] !== undefined && { 'db.port': flags['db-port'] }),
      ...(flags.host !== undefined && { 'api.host': flags.host }),
    },
    logLevel: text(flags['log-level']) ?? 'info',
    studioFolder: studioFolder(),
    ...(terminal.interactive && !json && { logDestination: humanLogDestination(terminal) }),
  });
  if (json) terminal.print(JSON.stringify(server.ready));
  else for (const line of greeting(server)) terminal.note(line);
  await stopAsked;
  if (!json) terminal.note('Stopping…');
  return stopInTime(server.close());
}

/** Waits for the stop, but not for ever: what has been acknowledged is on disk by now. */
async function stopInTime(closing: Promise<void>): Promise<number> {
  const timeout = new Promise<'late'>((resolve) => {
    setTimeout(() => resolve('late'), stopTimeout).unref();
  });
  return (await Promise.race([closing, timeout])) === 'late' ? 1 : 0;
}

function text(flag: string | boolean | undefined): string | undefined {
  return typeof flag === 'string' ? flag : undefined;
}
