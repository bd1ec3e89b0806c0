import { Box } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApi } from '../../api/use-api.ts';
import { t } from '../../lib/i18n/translate.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { useSignOut } from '../parts/use-sign-out.ts';

/** For a member who has a role in no project yet. */
export function NoProjectsPage(): ReactNode {
  const { session } = useApi();
  const signOut = useSignOut();
  return (
    <main className="h-full overflow-auto bg-paper">
      <EmptyState
        isPage
        icon={<Box size={28} strokeWidth={1.5} />}
        title={t('noProjects.title')}
        action={<Button onClick={signOut}>{t('member.signOut')}</Button>}
      >
        {t('noProjects.text', { email: session.get()?.email ?? '' })}
      </EmptyState>
    </main>
  );
}
