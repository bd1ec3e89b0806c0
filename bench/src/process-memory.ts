import { readdirSync, readFileSync } from 'node:fs';

/** Proportional set size of a process in bytes: shared pages are counted once, divided among their users. */
function proportionalSize(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** The process and everything below it; Postgres runs in a session of its own, so parents decide. */
function family(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It has ended in between.
    }
  }
  const members = [root];
  for (const member of members) {
    for (const [pid, parent] of parents) if (parent === member) members.push(pid);
  }
  return members;
}

/** Memory of a server and its Postgres in bytes. */
export function memoryOf(pid: number): number {
  return family(pid).reduce((sum, member) => sum + proportionalSize(member), 0);
}
