import {
  folderKeeper,
  type ProjectStorageApi,
  type StorageEntry,
} from '../../../api/project-storage.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { announce } from '../../../ui/overlays/toasts.tsx';
import { type Entry, fileOf, lastPart } from '../browse/entries.ts';
import type { Job, JobRunner } from './job-runner.ts';

/** Files deleted in one call. */
const deletedAtOnce = 100;
const listedAtOnce = 1000;
/** Files that are counted before something is deleted. */
const mostCounted = 5000;

export interface JobPlace {
  readonly jobs: JobRunner;
  readonly storage: ProjectStorageApi;
  readonly bucket: string;
  readonly onChanged: (bucket: string) => void;
}

/** The files below a folder, page by page. */
async function* filesBelow(
  { storage, bucket }: Pick<JobPlace, 'storage' | 'bucket'>,
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

/** Names of all files that the entries stand for, those of folders page by page. */
async function* keysOf(
  place: JobPlace,
  entries: readonly Entry[],
  signal: AbortSignal,
): AsyncIterable<readonly string[]> {
  yield entries.filter(({ kind }) => kind === 'file').map(({ key }) => key);
  for (const { kind, key } of entries) {
    if (kind !== 'folder') continue;
    for await (const files of filesBelow(place, key, signal)) yield files.map(({ name }) => name);
  }
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
  place: Pick<JobPlace, 'storage' | 'bucket'>,
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

/** What is said when all went well; failures stay in the panel. */
function tell(job: Job, done: string): void {
  if (job.state === 'done' && job.failures.length === 0) announce({ kind: 'success', title: done });
}

/** Deletes files and folders with all that is in them. */
export function deleteEntries(place: JobPlace, entries: readonly Entry[]): Promise<void> {
  const { jobs, storage, bucket, onChanged } = place;
  return jobs.run({
    title: t('storage.deleting', { name: nameOf(entries) }),
    keys: (signal) => keysOf(place, entries, signal),
    batch: deletedAtOnce,
    work: async (keys) => {
      await storage.remove(bucket, keys);
    },
    onEnd: (job) => {
      onChanged(bucket);
      tell(job, t('storage.deleted', { name: nameOf(entries) }));
    },
  });
}

/** Where entries go: each key is written anew by `rename`. */
export interface MoveTarget {
  readonly bucket: string;
  readonly rename: (key: string) => string;
  readonly title: string;
  readonly done: string;
}

/** Moves or renames files and folders, file by file: the Storage API knows no folders. */
export function moveEntries(
  place: JobPlace,
  entries: readonly Entry[],
  target: MoveTarget,
): Promise<void> {
  const { jobs, storage, bucket, onChanged } = place;
  return jobs.run({
    title: target.title,
    keys: (signal) => keysOf(place, entries, signal),
    batch: 1,
    work: async (keys) => {
      for (const key of keys)
        await storage.move({ bucket, key }, { bucket: target.bucket, key: target.rename(key) });
    },
    onEnd: (job) => {
      onChanged(bucket);
      if (target.bucket !== bucket) onChanged(target.bucket);
      tell(job, target.done);
    },
  });
}

/** The one entry by its name, several by their number. */
export function nameOf(entries: readonly Entry[]): string {
  const [first] = entries;
  return entries.length === 1 && first !== undefined
    ? lastPart(first.key)
    : t('storage.items', { count: entries.length });
}
