import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a postmaster writes into its data directory while it runs. */
export interface PidFile {
  readonly pid: number;
  readonly port: number;
  /** `starting`, `ready`, `stopping`, `standby`; empty in the first moments. */
  readonly status: string;
}

/** The contents of postmaster.pid; undefined where there is none or it is not whole yet. */
export function readPidFile(dataDirectory: string): PidFile | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1) return undefined;
  return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? '').trim() };
}
