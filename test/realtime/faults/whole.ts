import { expect } from 'vitest';
import type { Project } from './project.ts';
import type { Watcher } from './watcher.ts';
import type { Writers } from './writers.ts';

/** Whatever is in the table was told to everybody, in one order, and nothing that was confirmed is missing in it. */
export async function expectWhole(
  project: Project,
  writers: Writers,
  watchers: readonly Watcher[],
): Promise<void> {
  await writers.stop();
  const rows = await project.query<{ id: string }>('select id from ledger');
  const committed = new Set(rows.map(({ id }) => Number(id)));
  expect([...writers.acknowledged].filter((id) => !committed.has(id))).toEqual([]);
  for (const watcher of watchers) await watcher.catchesUp(committed);
  for (const watcher of watchers) {
    expect(watcher.firsts.filter((id) => !committed.has(id))).toEqual([]);
    expect(watcher.disordered).toEqual([]);
    expect(watcher.firsts).toEqual(watchers[0]?.firsts);
    expect(watcher.troubles).toEqual([]);
  }
}

export function expectNothingTwice(watchers: readonly Watcher[]): void {
  expect(watchers.map(({ doubled }) => doubled)).toEqual(watchers.map(() => []));
}
