import { type ReactNode, useState } from 'react';
import type { Entry } from '../browse/entries.ts';
import { present, useFilesChanged, useStorage } from '../data/use-storage.ts';
import { useJobActions } from '../jobs/use-job-actions.ts';
import { deletedNames, movedNames, renamedKey } from './changed-names.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { MoveDialog, type MovePlace } from './move-dialog.tsx';
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
  const jobs = useJobActions(ref);
  const onChanged = useFilesChanged(ref);
  const [question, setQuestion] = useState<Question | null>(null);
  const close = (): void => setQuestion(null);

  const createFolder = async (name: string): Promise<void> => {
    await present(storage).createFolder(bucket, `${prefix}${name}/`);
    onChanged(bucket);
  };
  const rename = async (entry: Entry, name: string): Promise<void> => {
    const [from, to] = [entry.key, renamedKey(entry, name)];
    if (entry.kind === 'file') {
      await present(storage).move({ bucket, key: from }, { bucket, key: to });
      onChanged(bucket);
    } else jobs.start({ bucket, target: bucket, names: [{ from, to }] });
    onGone([entry]);
  };
  const move = (entries: readonly Entry[], to: MovePlace): void => {
    close();
    onGone(entries);
    jobs.start({ bucket, target: to.bucket, names: movedNames(entries, to.prefix) });
  };
  const remove = (entries: readonly Entry[]): void => {
    close();
    onGone(entries);
    jobs.start({ bucket, target: null, names: deletedNames(entries) });
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
