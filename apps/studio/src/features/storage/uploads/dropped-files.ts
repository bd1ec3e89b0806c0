/** A file with its place below what was dropped or chosen: `photos/2026/a.jpg`. */
export interface GivenFile {
  readonly path: string;
  readonly file: File;
}

/** Files of an `<input type="file">`, which tells their folders where whole ones were chosen. */
export const chosenFiles = (files: FileList | null): readonly GivenFile[] =>
  [...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

/** What was dropped, folders with all that is in them. Ask at once: a drop is readable while its event lasts. */
export async function droppedFiles(transfer: DataTransfer): Promise<readonly GivenFile[]> {
  const entries = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);
  if (entries.length === 0) return chosenFiles(transfer.files);
  return (await Promise.all(entries.map((entry) => filesOf(entry, '')))).flat();
}

async function filesOf(entry: FileSystemEntry, folder: string): Promise<GivenFile[]> {
  const path = `${folder}${entry.name}`;
  if (entry instanceof FileSystemFileEntry) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path, file }];
  }
  if (!(entry instanceof FileSystemDirectoryEntry)) return [];
  const found: GivenFile[] = [];
  for (const inner of await inside(entry)) found.push(...(await filesOf(inner, `${path}/`)));
  return found;
}

/** A reader gives at most a hundred entries at a time, and none at the end. */
async function inside(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}
