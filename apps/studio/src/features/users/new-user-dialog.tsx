import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AuthUser } from '../../api/project-auth.ts';
import { t } from '../../lib/i18n/translate.ts';
import { CheckboxLine } from '../../ui/controls/checkbox.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Input } from '../../ui/controls/input.tsx';
import { ErrorNote } from '../../ui/layout/error-note.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { announce } from '../../ui/overlays/toasts.tsx';
import { required, useAuthApi } from './use-users.ts';

/** Makes a user with a password. */
export function NewUserDialog({
  projectRef,
  onClose,
  onMade,
}: {
  readonly projectRef: string;
  readonly onClose: () => void;
  readonly onMade: (user: AuthUser) => void;
}): ReactNode {
  const { auth } = useAuthApi(projectRef);
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [confirmed, setConfirmed] = useState(true);
  const create = useMutation({
    mutationFn: () =>
      required(auth).create({ email: email.trim(), password, email_confirm: confirmed }),
    onSuccess: async (user) => {
      announce({ kind: 'success', title: t('users.made', { name: email }) });
      onMade(user);
      await queryClient.invalidateQueries({ queryKey: ['project', projectRef, 'users'] });
    },
  });
  return (
    <FormDialog
      title={t('users.newTitle')}
      description={t('users.newText')}
      submit={t('users.create')}
      busy={create.isPending}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <Field label={t('users.email')}>
        {(control) => (
          <Input
            type="email"
            required
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            {...control}
          />
        )}
      </Field>
      <Field label={t('users.password')}>
        {(control) => (
          <Input
            type="password"
            required
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            {...control}
          />
        )}
      </Field>
      <CheckboxLine
        label={t('users.confirmNow')}
        hint={t('users.confirmNowHint')}
        checked={confirmed}
        onChange={(event) => setConfirmed(event.target.checked)}
      />
      {create.error !== null && <ErrorNote title={t('users.notMade')} error={create.error} />}
    </FormDialog>
  );
}

/** Sends an invitation by mail. */
export function InviteDialog({
  projectRef,
  onClose,
}: {
  readonly projectRef: string;
  readonly onClose: () => void;
}): ReactNode {
  const { auth } = useAuthApi(projectRef);
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const invite = useMutation({
    mutationFn: () => required(auth).invite(email.trim()),
    onSuccess: async () => {
      announce({ kind: 'success', title: t('users.invited', { email }) });
      onClose();
      await queryClient.invalidateQueries({ queryKey: ['project', projectRef, 'users'] });
    },
  });
  return (
    <FormDialog
      title={t('users.inviteTitle')}
      description={t('users.inviteText')}
      submit={t('users.sendInvite')}
      busy={invite.isPending}
      onSubmit={() => invite.mutate()}
      onClose={onClose}
    >
      <Field label={t('users.email')}>
        {(control) => (
          <Input
            type="email"
            required
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            {...control}
          />
        )}
      </Field>
      {invite.error !== null && <ErrorNote title={t('users.notInvited')} error={invite.error} />}
    </FormDialog>
  );
}
