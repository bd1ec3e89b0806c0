import { useMutation } from '@tanstack/react-query';
import { KeyRound, Send } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AuthUser, ProjectAuthApi } from '../../api/project-auth.ts';
import { t } from '../../lib/i18n/translate.ts';
import { Button } from '../../ui/controls/button.tsx';
import { CodeBlock } from '../../ui/layout/code-block.tsx';
import { describeError, ErrorNote } from '../../ui/layout/error-note.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { announce } from '../../ui/overlays/toasts.tsx';
import { nameOf } from './use-users.ts';
import { UserMenu } from './user-menu.tsx';

export interface UserActionsProps {
  readonly auth: ProjectAuthApi;
  readonly user: AuthUser;
  readonly onChanged: () => void;
  readonly onDeleted: () => void;
}

/** Something done to a user, and what to say when it is done. */
export interface UserAction {
  readonly run: () => Promise<unknown>;
  readonly done: string;
}

const sayFailure = (error: unknown): void =>
  announce({
    kind: 'danger',
    title: t('users.actionFailed'),
    detail: describeError(error).message,
  });

/** What can be done with a user. */
export function UserActions({ auth, user, onChanged, onDeleted }: UserActionsProps): ReactNode {
  const [deleting, setDeleting] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const email = user.email ?? '';
  const act = useMutation({
    mutationFn: async ({ run }: UserAction) => run(),
    onSuccess: (_answer, { done }) => {
      announce({ kind: 'success', title: done });
      onChanged();
    },
    onError: sayFailure,
  });
  const makeLink = useMutation({
    mutationFn: () => auth.magicLink(email),
    onSuccess: ({ action_link }) => setLink(action_link),
    onError: sayFailure,
  });
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      {email !== '' && (
        <>
          <Button
            size="small"
            icon={<KeyRound size={14} />}
            onClick={() =>
              act.mutate({
                run: () => auth.sendRecovery(email),
                done: t('users.recoverySent', { email }),
              })
            }
          >
            {t('users.sendRecovery')}
          </Button>
          <Button
            size="small"
            icon={<Send size={14} />}
            onClick={() =>
              act.mutate({
                run: () => auth.sendMagicLink(email),
                done: t('users.linkSent', { email }),
              })
            }
          >
            {t('users.sendLink')}
          </Button>
        </>
      )}
      <span className="ml-auto" />
      <UserMenu
        auth={auth}
        user={user}
        onAct={act.mutate}
        onLink={() => makeLink.mutate()}
        onDelete={() => setDeleting(true)}
      />
      {deleting && (
        <DeleteUser
          auth={auth}
          user={user}
          onClose={() => setDeleting(false)}
          onDeleted={onDeleted}
        />
      )}
      {link !== null && (
        <Dialog
          open
          onClose={() => setLink(null)}
          title={t('users.linkTitle', { name: nameOf(user) })}
          description={t('users.linkText')}
          actions={<Button onClick={() => setLink(null)}>{t('action.close')}</Button>}
        >
          <div className="mt-3">
            <CodeBlock code={link} label={t('users.makeLink')} wrap />
          </div>
        </Dialog>
      )}
    </div>
  );
}

function DeleteUser({
  auth,
  user,
  onClose,
  onDeleted,
}: {
  readonly auth: ProjectAuthApi;
  readonly user: AuthUser;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}): ReactNode {
  const name = nameOf(user);
  const remove = useMutation({
    mutationFn: () => auth.remove(user.id),
    onSuccess: () => {
      announce({ kind: 'success', title: t('users.deleted', { name }) });
      onDeleted();
    },
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('users.deleteTitle', { name })}
      description={t('users.deleteText')}
      action={t('users.delete')}
      typed={name}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      error={
        remove.error === null ? null : (
          <ErrorNote title={t('users.notDeleted')} error={remove.error} />
        )
      }
    />
  );
}
