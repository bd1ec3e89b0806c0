import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/translate.ts';

/** The shape of a page while its code is on the way. */
export function PendingPage(): ReactNode {
  return (
    <div role="status" aria-label={t('page.loading')} className="h-full bg-paper p-4">
      <div className="skeleton h-6 w-48" />
      <div className="skeleton mt-6 h-4 w-full max-w-160" />
      <div className="skeleton mt-3 h-4 w-full max-w-130" />
      <div className="skeleton mt-3 h-4 w-full max-w-150" />
    </div>
  );
}
