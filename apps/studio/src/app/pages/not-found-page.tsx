import { Link } from '@tanstack/react-router';
import { Signpost } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/translate.ts';
import { buttonClass } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';

/** What an address shows that leads nowhere. */
export function NotFoundPage(): ReactNode {
  return (
    <main className="h-full overflow-auto bg-paper">
      <EmptyState
        isPage
        icon={<Signpost size={28} strokeWidth={1.5} />}
        title={t('notFound.title')}
        action={
          <Link to="/" className={buttonClass('primary')}>
            {t('notFound.home')}
          </Link>
        }
      >
        {t('notFound.text')}
      </EmptyState>
    </main>
  );
}
