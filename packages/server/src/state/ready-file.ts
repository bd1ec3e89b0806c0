import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadyInfo } from '../ready-info.ts';
import { lockHolder } from './folder-lock.ts';
import type { ProjectFolder } from './project-folder.ts';

const path = (folder: ProjectFolder): string => join(folder.state, 'ready.json');

/** Keeps what `plinth status` shows while the server runs; holds secrets, so only the owner may read it. */
export function writeReadyInfo(folder: ProjectFolder, ready: ReadyInfo): void {
  writeFileSync(path(folder), JSON.stringify(ready), { mode: 0o600 });
}

export function removeReadyInfo(folder: ProjectFolder): void {
  rmSync(path(folder), { force: true });
}

/** What the running server of a folder printed when it was ready; undefined where none runs. */
export function readReadyInfo(folder: ProjectFolder): ReadyInfo | undefined {
  const holder = lockHolder(folder.lock);
  if (holder === undefined || holder.url === '') return undefined;
  try {
    return JSON.parse(readFileSync(path(folder), 'utf8')) as ReadyInfo;
  } catch {
    return undefined;
  }
}
