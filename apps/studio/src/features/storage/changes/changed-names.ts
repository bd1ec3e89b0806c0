import type { FileName } from '@plinth/console/api';
import { type Entry, folderOf } from '../browse/entries.ts';

/** What a deleted entry is called: by no name. */
export const deletedNames = (entries: readonly Entry[]): FileName[] =>
  entries.map(({ key }) => ({ from: key, to: null }));

/** The names of entries that are moved to a folder, which is empty or ends in a slash. */
export const movedNames = (entries: readonly Entry[], folder: string): FileName[] =>
  entries.map(({ key }) => ({ from: key, to: folder + key.slice(folderOf(key).length) }));

/** The key of an entry that is called `name` from now on, in the folder where it is. */
export const renamedKey = ({ kind, key }: Entry, name: string): string =>
  `${folderOf(key)}${name}${kind === 'folder' ? '/' : ''}`;
