import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AuthUser } from '../../api/project-auth.ts';
import { t } from '../../lib/i18n/translate.ts';
import { CopyValue } from '../../ui/controls/copy.tsx';
import { DetailPane } from '../../ui/layout/detail-pane.tsx';
import { ErrorNote } from '../../ui/layout/error-note.tsx';
import { Time } from '../../ui/layout/time.tsx';
import { MetadataEditor } from './metadata-editor.tsx';
import { nameOf, useAuthApi, useUser } from './use-users.ts';
import { UserActions } from './user-actions.tsx';
import { providersOf, UserStateBadge } from './user-table.tsx';

/** One user: who, since when, what is known of them, and what can be done. */
export function UserSheet({
  projectRef,
  userId,
  onClose,
}: {
  readonly projectRef: string;
  readonly userId: string;
  readonly onClose: () => void;
}): ReactNode {
  const { auth } = useAuthApi(projectRef);
  const queryClient = useQueryClient();
  const { data: user, error, refetch } = useUser(projectRef, auth, userId);
  const refresh = (): void =>
    void queryClient.invalidateQueries({ queryKey: ['project', projectRef, 'users'] });
  return (
    <DetailPane
      name="user"
      title={user === undefined ? t('users.one') : nameOf(user)}
      onClose={onClose}
      {...(user !== undefined && { headerEnd: <UserStateBadge user={user} /> })}
    >
      {error !== null && (
        <div className="p-4">
          <ErrorNote title={t('users.oneFailed')} error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {user === undefined && error === null && (
        <div className="flex flex-col gap-3 p-4">
          <span className="skeleton h-4 w-3/4" />
          <span className="skeleton h-4 w-1/2" />
          <span className="skeleton h-4 w-2/3" />
        </div>
      )}
      {user !== undefined && auth !== undefined && (
        <>
          <UserActions
            auth={auth}
            user={user}
            onChanged={refresh}
            onDeleted={() => {
              onClose();
              queryClient.removeQueries({
                queryKey: ['project', projectRef, 'users', 'one', userId],
              });
              void queryClient.invalidateQueries({
                queryKey: ['project', projectRef, 'users', 'list'],
              });
            }}
          />
          <Facts user={user} />
          <MetadataEditor
            key={`user ${user.updated_at}`}
            title={t('users.userMetadata')}
            hint={t('users.userMetadataHint')}
            value={user.user_metadata}
            onSave={async (user_metadata) => {
              await auth.change(user.id, { user_metadata });
              refresh();
            }}
          />
          <MetadataEditor
            key={`app ${user.updated_at}`}
            title={t('users.appMetadata')}
            hint={t('users.appMetadataHint')}
            value={user.app_metadata}
            onSave={async (app_metadata) => {
              await auth.change(user.id, { app_metadata });
              refresh();
            }}
          />
        </>
      )}
    </DetailPane>
  );
}

function Facts({ user }: { readonly user: AuthUser }): ReactNode {
  const identities = user.identities ?? [];
  const factors = (user.factors ?? []).filter(({ status }) => status === 'verified');
  return (
    <dl className="px-4 py-2">
      <Fact label={t('users.id')}>
        <CopyValue value={user.id} label={t('users.id')} />
      </Fact>
      {user.phone !== undefined && user.phone !== '' && (
        <Fact label={t('users.phone')}>
          <CopyValue value={user.phone} label={t('users.phone')} />
        </Fact>
      )}
      <Fact label={t('users.created')}>
        <Time at={user.created_at} />
      </Fact>
      <Fact label={t('users.confirmed')}>
        <Time at={user.email_confirmed_at ?? user.phone_confirmed_at} />
      </Fact>
      <Fact label={t('users.lastSignIn')}>
        <Time at={user.last_sign_in_at} />
      </Fact>
      {user.banned_until && (
        <Fact label={t('users.bannedUntil')}>
          <Time at={user.banned_until} />
        </Fact>
      )}
      <Fact label={t('users.providers')}>
        {identities.length > 0
          ? identities.map(({ provider }) => provider).join(', ')
          : providersOf(user) || '–'}
      </Fact>
      {factors.length > 0 && (
        <Fact label={t('users.factors')}>
          {factors.map(({ factor_type }) => factor_type).join(', ')}
        </Fact>
      )}
    </dl>
  );
}

const Fact = ({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode => (
  <div className="flex min-h-8 items-center gap-3 border-b border-line/60">
    <dt className="w-32 shrink-0 text-ink-3">{label}</dt>
    <dd className="min-w-0 flex-1 text-ink [&>button]:-ml-2">{children}</dd>
  </div>
);
