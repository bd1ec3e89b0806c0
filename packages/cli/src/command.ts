import type { ParseArgsConfig } from 'node:util';
import type { Terminal } from './output/terminal.ts';

/** What a command gets to work with. */
export interface CommandInput {
  /** Flags by name, as `options` declares them. */
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
  readonly terminal: Terminal;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** One flag, as the help shows it. */
export interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** Name of the value in the help, e.g. `DIR`. */
  readonly value?: string;
  readonly description: string;
}

/** One command of `plinth`: a file under commands/ exports it. */
export interface Command {
  readonly name: string;
  /** One sentence for the help. */
  readonly summary: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Does the work; resolves with the exit status. */
  run(input: CommandInput): Promise<number>;
}

/** The options in the form that node:util's parseArgs takes. */
export function parseArgsOptions(command: Command): NonNullable<ParseArgsConfig['options']> {
  const entries = Object.entries(command.options).map(([name, { type, short }]) => [
    name,
    { type, ...(short !== undefined && { short }) },
  ]);
  return Object.fromEntries(entries);
}
