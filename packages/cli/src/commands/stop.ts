import { lockHolder, ProjectFolder } from '@plinth/server';
import type { Command, CommandInput } from '../command.ts';

/** How long to wait for the server to end, in milliseconds, and how often to look. */
const patience = 15_000;
const step = 50;

export const stop: Command = {
  name: 'stop',
  summary: 'Stops the server that runs on a project folder.',
  options: {
    dir: { type: 'string', value: 'DIR', description: 'project folder (default: this folder)' },
  },
  run,
};

async function run({ flags, terminal }: CommandInput): Promise<number> {
  const folder = new ProjectFolder(typeof flags.dir === 'string' ? flags.dir : '.');
  const holder = lockHolder(folder.lock);
  if (holder === undefined) {
    terminal.note(`No server runs on ${folder.path}.`);
    return 0;
  }
  process.kill(holder.pid, 'SIGTERM');
  for (let waited = 0; waited < patience; waited += step) {
    if (lockHolder(folder.lock) === undefined) {
      terminal.note(`Stopped the server on ${folder.path}.`);
      return 0;
    }
    await new Promise((resolve) => setTimeout(resolve, step));
  }
  terminal.note(`The server (process ${holder.pid}) has not stopped within ${patience / 1000} s.`);
  return 1;
}
