import { spawn } from 'node:child_process';
import type { Account } from './account.ts';

/** Longest run of a helper program, in milliseconds. */
const timeout = 120_000;

/** Most output kept of a helper program, in characters. */
const outputLimit = 20_000;

export interface ProgramOptions {
  readonly account: Account | undefined;
  readonly inherit: readonly number[];
}

/** Runs a program to its end, under another account where asked; gives its status and its output. */
export function runProgram(
  program: string,
  args: readonly string[],
  { account, inherit }: ProgramOptions,
): Promise<{ readonly status: number; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], {
      ...(account ?? {}),
      cwd: '/',
      env: programEnvironment,
      stdio: ['ignore', 'pipe', 'pipe', ...inherit],
      timeout,
    });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output = (output + chunk.toString('utf8')).slice(-outputLimit);
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', reject);
    child.on('close', (status) => resolve({ status: status ?? -1, output }));
  });
}

/** Nothing of the server's environment (its secrets least of all) reaches Postgres. */
export const programEnvironment: Readonly<Record<string, string>> = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};
