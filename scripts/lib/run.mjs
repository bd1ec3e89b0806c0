import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Runs a program to its end; its output goes to stderr, so that stdout stays the command's own.
 * Resolves with the exit status.
 */
export function run(program, args, { cwd = root, env = process.env, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        if (quiet) output += chunk;
        else process.stderr.write(chunk);
      });
    }
    child.on('error', reject);
    child.on('close', (status) => {
      if (quiet && status !== 0) process.stderr.write(output);
      resolve(status ?? 1);
    });
  });
}

/** Runs a program that an npm package of the workspace brings. */
export function runTool(name, args, options) {
  return run(process.execPath, [join(root, 'node_modules', '.bin', name), ...args], options);
}
