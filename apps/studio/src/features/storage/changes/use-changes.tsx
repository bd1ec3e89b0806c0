import { type ReactNode, useState } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { type Entry, folderOf, lastPart } from '../browse/entries.ts';
import { present, useFilesChanged, useStorage } from '../data/use-storage.ts';
import { useTransfers } from '../transfers.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { deleteEntries, moveEntries, nameOf } from './file-jobs.ts';
import { MoveDialog } from './move-dialog.tsx';
import { NewFolderDialog, RenameDialog } from './name-dialogs.tsx';

type Question =
  | { readonly kind: 'folder' }
  | { readonly kind: 'rename'; readonly entry: Entry }
  | { readonly kind: 'move' | 'delete'; readonly entries: readonly Entry[] };

export interface Changes {
  readonly newFolder: () => void;
  readonly rename: (entry: Entry) => void;
  readonly move: (entries: readonly Entry[]) => void;
  readonly remove: (entries: readonly Entry[]) => void;
  /** The question that is open, to be put on the page. */
  readonly dialog: ReactNode;
}

/** What changes names and places of files; `onGone` hears of those that are no longer where they were. */
export function useChanges(
  ref: string,
  bucket: string,
  prefix: string,
  onGone: (entries: readonly Entry[]) => void,
): Changes {
  const { storage } = useStorage(ref);
  const { jobs } = useTransfers(ref);
  const onChanged = useFilesChanged(ref);
  const [question, setQuestion] = useState<Question | null>(null);
  const close = (): void => setQuestion(null);
  const place = () => ({ jobs, storage: present(storage), bucket, onChanged });

  const createFolder = async (name: string): Promise<void> => {
    await present(storage).createFolder(bucket, `${prefix}${name}/`);
    onChanged(bucket);
  };
  const rename = async (entry: Entry, name: string): Promise<void> => {
    const folder = folderOf(entry.key);
    if (entry.kind === 'file') {
      await present(storage).move({ bucket, key: entry.key }, { bucket, key: folder + name });
      onChanged(bucket);
    } else
      void moveEntries(place(), [entry], {
        bucket,
        rename: (key) => `${folder}${name}/${key.slice(entry.key.length)}`,
        title: t('storage.renaming', { from: entry.name, to: name }),
        done: t('storage.renamed', { from: entry.name, to: name }),
      });
    onGone([entry]);
  };
  const move = (entries: readonly Entry[], to: { bucket: string; prefix: string }): void => {
    close();
    onGone(entries);
    const folders = new Map(
      entries.map((entry) => [entry.key, folderOf(entry.key).length] as const),
    );
    const keptFrom = (key: string): number => {
      const folder = entries.find((one) => one.kind === 'folder' && key.startsWith(one.key));
      return folders.get(folder?.key ?? key) ?? 0;
    };
    const names = { name: nameOf(entries), to: lastPart(to.prefix) || to.bucket };
    void moveEntries(place(), entries, {
      bucket: to.bucket,
      rename: (key) => to.prefix + key.slice(keptFrom(key)),
      title: t('storage.moving', names),
      done: t('storage.moved', names),
    });
  };
  const remove = (entries: readonly Entry[]): void => {
    close();
    onGone(entries);
    void deleteEntries(place(), entries);
  };
  return {
    newFolder: () => setQuestion({ kind: 'folder' }),
    rename: (entry) => setQuestion({ kind: 'rename', entry }),
    move: (entries) => setQuestion({ kind: 'move', entries }),
    remove: (entries) => setQuestion({ kind: 'delete', entries }),
    dialog:
      question === null ? null : question.kind === 'folder' ? (
        <NewFolderDialog onClose={close} onCreate={createFolder} />
      ) : question.kind === 'rename' ? (
        <RenameDialog
          entry={question.entry}
          onClose={close}
          onRename={(name) => rename(question.entry, name)}
        />
      ) : question.kind === 'move' ? (
        <MoveDialog
          projectRef={ref}
          bucket={bucket}
          entries={question.entries}
          onClose={close}
          onMove={(to) => move(question.entries, to)}
        />
      ) : (
        <DeleteDialog
          projectRef={ref}
          bucket={bucket}
          entries={question.entries}
          onClose={close}
          onDelete={() => remove(question.entries)}
        />
      ),
  };
}
