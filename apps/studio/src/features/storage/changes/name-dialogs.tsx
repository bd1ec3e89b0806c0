import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { Field } from '../../../ui/controls/field.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { ErrorNote } from '../../../ui/layout/error-note.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import type { Entry } from '../browse/entries.ts';

/** Why a text is no name of one file or folder; undefined where it is one. */
function problemOf(name: string): string | undefined {
  if (name.includes('/')) return t('storage.nameSlash');
  return name === '.' || name === '..' ? t('storage.nameDots') : undefined;
}

/** Asks for a name and does something with it. */
function NameDialog({
  title,
  label,
  action,
  failed,
  initial,
  onClose,
  onName,
}: {
  readonly title: string;
  readonly label: string;
  readonly action: string;
  readonly failed: string;
  readonly initial: string;
  readonly onClose: () => void;
  readonly onName: (name: string) => Promise<void>;
}): ReactNode {
  const [name, setName] = useState(initial);
  const problem = problemOf(name);
  const save = useMutation({ mutationFn: () => onName(name.trim()), onSuccess: onClose });
  return (
    <FormDialog
      title={title}
      submit={action}
      busy={save.isPending}
      disabled={problem !== undefined || name.trim() === '' || name === initial}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={label} error={problem}>
        {(control) => (
          <Input
            required
            autoFocus
            value={name}
            onChange={(event) => setName(event.target.value)}
            onFocus={(event) => {
              // The ending mostly stays.
              const dot = initial.lastIndexOf('.');
              event.target.setSelectionRange(0, dot > 0 ? dot : initial.length);
            }}
            spellCheck={false}
            {...control}
          />
        )}
      </Field>
      {save.error !== null && <ErrorNote title={failed} error={save.error} />}
    </FormDialog>
  );
}

/** Makes a folder. */
export const NewFolderDialog = ({
  onClose,
  onCreate,
}: {
  readonly onClose: () => void;
  readonly onCreate: (name: string) => Promise<void>;
}): ReactNode => (
  <NameDialog
    title={t('storage.newFolder')}
    label={t('storage.folderName')}
    action={t('storage.createFolder')}
    failed={t('storage.folderNotMade')}
    initial=""
    onClose={onClose}
    onName={onCreate}
  />
);

/** Gives a file or folder another name. */
export const RenameDialog = ({
  entry,
  onClose,
  onRename,
}: {
  readonly entry: Entry;
  readonly onClose: () => void;
  readonly onRename: (name: string) => Promise<void>;
}): ReactNode => (
  <NameDialog
    title={t('storage.renameTitle', { name: entry.name })}
    label={t('storage.newName')}
    action={t('storage.rename')}
    failed={t('storage.notRenamed')}
    initial={entry.name.split('/').at(-1) ?? ''}
    onClose={onClose}
    onName={onRename}
  />
);
