import type { Terminal } from '../output/terminal.ts';

/** The terminal of this process. */
export const processTerminal: Terminal = {
  print: (line) => {
    process.stdout.write(`${line}\n`);
  },
  note: (line) => {
    process.stderr.write(`${line}\n`);
  },
  interactive: process.stderr.isTTY === true,
};
