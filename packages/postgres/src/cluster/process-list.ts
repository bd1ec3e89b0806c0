import { readFileSync } from 'node:fs';

/** True while a process of that number exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The command line of a process on Linux; undefined where it cannot be known. */
export function commandLine(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return undefined;
  }
}

/** Resolves to true once `condition` holds, to false after `timeout` milliseconds. */
export async function waitUntil(condition: () => boolean, timeout: number): Promise<boolean> {
  const step = 5;
  for (let waited = 0; waited < timeout; waited += step) {
    if (condition()) return true;
    await new Promise((resolve) => setTimeout(resolve, step));
  }
  return condition();
}
