import { parseArgs } from 'node:util';
import { processEnvironment, version } from '@plinth/server';
import { processTerminal } from './adapters/process-terminal.ts';
import { parseArgsOptions } from './command.ts';
import { commands } from './commands/index.ts';
import { explain } from './output/explain.ts';
import { overview, usage } from './output/help.ts';

/** Runs the command that the arguments name; resolves with the exit status. */
async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === '--version' || name === '-v') {
    processTerminal.print(version);
    return 0;
  }
  const command = commands.find((each) => each.name === name);
  if (command === undefined) {
    const isHelp = name === undefined || name === '--help' || name === '-h' || name === 'help';
    if (!isHelp) processTerminal.note(`There is no command "${name}".\n`);
    processTerminal.note(overview(commands, version));
    return isHelp ? 0 : 2;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    processTerminal.note(usage(command));
    return 0;
  }
  const { values, positionals } = parseArgs({
    args: rest,
    options: parseArgsOptions(command),
    allowPositionals: true,
    strict: true,
  });
  return command.run({
    flags: values as Record<string, string | boolean | undefined>,
    positionals,
    terminal: processTerminal,
    environment: processEnvironment(),
  });
}

let exitStatus = 1;
try {
  exitStatus = await main(process.argv.slice(2));
} catch (error) {
  for (const line of explain(error)) processTerminal.note(line);
}
// A command that is done is done: nothing that still ticks may keep the terminal.
process.exit(exitStatus);
