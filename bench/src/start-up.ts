import { median } from './statistics.ts';
import { newFolder, removeFolder, startPlinth } from './targets.ts';

export interface StartUp {
  /** Milliseconds from the command to the ready line, in an empty folder; median. */
  readonly first: number;
  /** The same in a folder that has been started before; median. */
  readonly later: number;
}

/** Times the command as a person does: from its call to its ready line. */
export async function measureStartUp(runs: number): Promise<StartUp> {
  const first: number[] = [];
  const later: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const folder = newFolder();
    first.push(await time(folder));
    later.push(await time(folder));
    removeFolder(folder);
  }
  return { first: median(first), later: median(later) };
}

async function time(folder: string): Promise<number> {
  const before = performance.now();
  const server = await startPlinth(folder);
  const after = performance.now();
  await server.stop();
  return after - before;
}
