import type { Command } from '../command.ts';

/** Names and summaries of all commands. */
export function overview(commands: readonly Command[], version: string): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    `plinth ${version}: the whole backend of a browser application in one process`,
    '',
    'Usage: plinth <command> [flags]',
    '',
    ...lines,
    '',
    'plinth <command> --help shows the flags of a command.',
  ].join('\n');
}

/** Flags of one command. */
export function usage({ name, summary, options }: Command): string {
  const flags = Object.entries(options).map(([flag, { short, value, description }]) => {
    const names = `${short === undefined ? '    ' : `-${short}, `}--${flag}`;
    return [value === undefined ? names : `${names} ${value}`, description] as const;
  });
  const width = Math.max(0, ...flags.map(([left]) => left.length));
  return [
    summary,
    '',
    `Usage: plinth ${name} [flags]`,
    '',
    ...flags.map(([left, description]) => `  ${left.padEnd(width)}  ${description}`),
  ].join('\n');
}
