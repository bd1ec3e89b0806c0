import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';

/** Files in which a container's memory limit stands (cgroup v2, v1). */
const limitFiles = [
  '/sys/fs/cgroup/memory.max',
  '/sys/fs/cgroup/memory/memory.limit_in_bytes',
] as const;

/** Memory that this machine or container may use, in megabytes. */
export function availableMemory(): number {
  const limits = limitFiles.map(readLimit).filter((each) => each > 0);
  return Math.floor(Math.min(totalmem(), ...limits) / 1024 / 1024);
}

function readLimit(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    return 0;
  }
}
