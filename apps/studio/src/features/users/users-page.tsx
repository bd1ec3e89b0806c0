import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Mail, UserPlus, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../app/document-title.ts';
import { useStatusLine } from '../../app/status-line.ts';
import { t } from '../../lib/i18n/translate.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { ErrorNote } from '../../ui/layout/error-note.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { InviteDialog, NewUserDialog } from './new-user-dialog.tsx';
import type { UsersSearch } from './routes.ts';
import { useAuthApi, useUserPage } from './use-users.ts';
import { UserSheet } from './user-sheet.tsx';
import { UserTable } from './user-table.tsx';
import { Pages } from './users-pages.tsx';

/** The people who sign in to the project's application. */
export function UsersPage(): ReactNode {
  const { ref } = useParams({ from: '/project/$ref' });
  const { search = '', page = 1, user, create } = useSearch({ from: '/project/$ref/auth/users' });
  const navigate = useNavigate();
  const { auth, error: projectError } = useAuthApi(ref);
  const list = useUserPage(ref, auth, page, search);
  const change = (next: UsersSearch, replace = false): void =>
    void navigate({ to: '.', search: (current) => ({ ...current, ...next }), replace });
  useDocumentTitle(t('area.users'));
  const error = projectError ?? list.error;
  const total = list.data?.total;
  useStatusLine({
    ...(total !== undefined && { rows: t('users.count', { count: total }) }),
  });
  return (
    <div className="flex h-full">
      <div className="flex min-w-0 flex-1 flex-col">
        <PageHead
          title={t('area.users')}
          detail={total === undefined ? undefined : t('users.count', { count: total })}
        >
          <Button
            size="small"
            icon={<Mail size={14} />}
            onClick={() => change({ create: 'invite' })}
            className="max-md:h-9"
          >
            {t('users.invite')}
          </Button>
          <Button
            size="small"
            kind="primary"
            icon={<UserPlus size={14} />}
            onClick={() => change({ create: 'user' })}
            className="max-md:h-9"
          >
            {t('users.new')}
          </Button>
        </PageHead>
        <div className="flex min-h-10 shrink-0 items-center gap-2 border-b border-line px-4 py-1 max-md:px-3">
          <SearchField
            label={t('users.search')}
            group={t('area.users')}
            className="h-7! max-w-80 max-md:h-10! max-md:max-w-none"
            value={search}
            onChange={(text) => change({ search: text.trim() || undefined, page: undefined }, true)}
          />
          <Pages page={page} total={total ?? 0} onPage={(next) => change({ page: next })} />
        </div>
        {error !== null && error !== undefined && (
          <div className="p-4">
            <ErrorNote
              title={t('users.failed')}
              error={error}
              onRetry={() => void list.refetch()}
            />
          </div>
        )}
        <div className="min-h-0 flex-1 overflow-auto">
          {list.data !== undefined && list.data.users.length === 0 ? (
            <EmptyState
              icon={<Users size={28} strokeWidth={1.5} />}
              title={search === '' ? t('users.emptyTitle') : t('users.noMatch', { search })}
              action={
                search === '' ? (
                  <Button kind="primary" onClick={() => change({ create: 'user' })}>
                    {t('users.new')}
                  </Button>
                ) : (
                  <Button onClick={() => change({ search: undefined })}>
                    {t('users.showAll')}
                  </Button>
                )
              }
            >
              {search === '' ? t('users.emptyText') : undefined}
            </EmptyState>
          ) : (
            <UserTable
              users={error === null || error === undefined ? list.data?.users : []}
              chosen={user}
              onOpen={(id) => change({ user: id })}
            />
          )}
        </div>
      </div>
      {user !== undefined && (
        <UserSheet
          key={user}
          projectRef={ref}
          userId={user}
          onClose={() => change({ user: undefined })}
        />
      )}
      {create === 'user' && (
        <NewUserDialog
          projectRef={ref}
          onClose={() => change({ create: undefined }, true)}
          onMade={(made) => change({ create: undefined, user: made.id }, true)}
        />
      )}
      {create === 'invite' && (
        <InviteDialog projectRef={ref} onClose={() => change({ create: undefined }, true)} />
      )}
    </div>
  );
}
