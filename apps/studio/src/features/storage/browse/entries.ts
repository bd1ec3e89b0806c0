import { folderKeeper, type StorageEntry, type StoragePage } from '../../../api/project-storage.ts';

/** A folder: what lies below `key`, which ends in a slash. */
export interface FolderEntry {
  readonly kind: 'folder';
  readonly key: string;
  readonly name: string;
}

/** A file; `key` is its full name. */
export interface FileEntry {
  readonly kind: 'file';
  readonly key: string;
  readonly name: string;
  readonly id: string;
  /** Bytes. */
  readonly size: number;
  readonly type: string;
  /** Changes with the bytes. */
  readonly version: string;
  readonly updatedAt: string | null;
}

export type Entry = FolderEntry | FileEntry;

/** The last part of a name. */
export const lastPart = (key: string): string => key.replace(/\/$/, '').split('/').at(-1) ?? '';

/** The folder that something lies in, with its slash; empty at the top. */
export function folderOf(key: string): string {
  const inner = key.replace(/\/$/, '');
  return inner.slice(0, inner.lastIndexOf('/') + 1);
}

/** `a/b` is `a/b/`; the top of a bucket is empty. */
export const prefixOf = (path: string | undefined): string =>
  path === undefined || path === '' ? '' : `${path}/`;

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A file of a list. */
export function fileOf(entry: StorageEntry, name: string): FileEntry {
  const { metadata } = entry;
  const size = Number(metadata?.size ?? 0);
  return {
    kind: 'file',
    key: entry.name,
    name,
    id: entry.id ?? '',
    size: Number.isFinite(size) ? size : 0,
    type: textIn(metadata?.mimetype),
    version: `${textIn(metadata?.eTag)} ${entry.updated_at ?? ''}`,
    updatedAt: entry.updated_at,
  };
}

/** The entries of a page below `prefix`: its folders, then its files. */
export function entriesOf(page: StoragePage, prefix: string): Entry[] {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  const folders = page.folders.map(({ name }): FolderEntry => {
    const key = name.endsWith('/') ? name : `${name}/`;
    return { kind: 'folder', key, name: lastPart(key) };
  });
  const files = page.objects
    .map((entry) => fileOf(entry, entry.name.slice(folder.length)))
    .filter(({ name }) => name !== folderKeeper);
  return [...folders, ...files];
}

/** The crumbs that lead to a path: each folder with the path to it. */
export function crumbsOf(
  path: string,
): readonly { readonly name: string; readonly path: string }[] {
  if (path === '') return [];
  const parts = path.split('/');
  return parts.map((part, index) => ({ name: part, path: parts.slice(0, index + 1).join('/') }));
}
