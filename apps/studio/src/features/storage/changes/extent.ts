import {
  folderKeeper,
  type ProjectStorageApi,
  type StorageEntry,
} from '../../../api/project-storage.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { type Entry, fileOf, lastPart } from '../browse/entries.ts';

const listedAtOnce = 1000;
/** Files that are counted before something is deleted. */
const mostCounted = 5000;

interface Place {
  readonly storage: ProjectStorageApi;
  readonly bucket: string;
}

/** The files below a folder, page by page. */
async function* filesBelow(
  { storage, bucket }: Place,
  folder: string,
  signal: AbortSignal,
): AsyncIterable<readonly StorageEntry[]> {
  let cursor: string | undefined;
  do {
    const page = await storage.list(
      bucket,
      {
        prefix: folder,
        cursor,
        limit: listedAtOnce,
        folders: false,
        column: 'name',
        descending: false,
      },
      signal,
    );
    yield page.objects;
    cursor = page.hasNext ? page.nextCursor : undefined;
  } while (cursor !== undefined);
}

/** How much entries are, folders with all that is in them. */
export interface Extent {
  readonly files: number;
  readonly bytes: number;
  /** True where there are more than were counted. */
  readonly isMore: boolean;
}

/** Counts no further than some thousand files. */
export async function extentOf(
  place: Place,
  entries: readonly Entry[],
  signal: AbortSignal,
): Promise<Extent> {
  const alone = entries.filter((entry) => entry.kind === 'file');
  let files = alone.length;
  let bytes = alone.reduce((sum, { size }) => sum + size, 0);
  for (const { kind, key } of entries) {
    if (kind !== 'folder') continue;
    for await (const page of filesBelow(place, key, signal)) {
      const counted = page.filter(({ name }) => lastPart(name) !== folderKeeper);
      files += counted.length;
      bytes += counted.reduce((sum, entry) => sum + fileOf(entry, entry.name).size, 0);
      if (files > mostCounted) return { files: mostCounted, bytes, isMore: true };
    }
  }
  return { files, bytes, isMore: false };
}

/** The one entry by its name, several by their number. */
export function nameOf(entries: readonly Entry[]): string {
  const [first] = entries;
  return entries.length === 1 && first !== undefined
    ? lastPart(first.key)
    : t('storage.items', { count: entries.length });
}
