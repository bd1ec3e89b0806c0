import { Link } from '@tanstack/react-router';
import { Signpost } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/translate.ts';
import { buttonClass } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';

/** For the address of a project that is not there, or not for this member. */
export function UnknownProjectPage({ projectRef }: { readonly projectRef: string }): ReactNode {
  return (
    <div className="h-full overflow-auto">
      <EmptyState
        isPage
        icon={<Signpost size={28} strokeWidth={1.5} />}
        title={t('unknownProject.title', { ref: projectRef })}
        action={
          <Link to="/" className={buttonClass('primary')}>
            {t('notFound.home')}
          </Link>
        }
      >
        {t('unknownProject.text')}
      </EmptyState>
    </div>
  );
}
