import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/translate.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { perPage } from './use-users.ts';

/** Where in the list, and on to the next page. */
export function Pages({
  page,
  total,
  onPage,
}: {
  readonly page: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}): ReactNode {
  const last = Math.max(1, Math.ceil(total / perPage));
  if (last === 1) return null;
  const from = (page - 1) * perPage + 1;
  return (
    <nav aria-label={t('users.pages')} className="ml-auto flex shrink-0 items-center gap-1">
      <span className="text-ink-3">
        {t('users.range', {
          from: formatNumber(from),
          to: formatNumber(Math.min(total, from + perPage - 1)),
        })}
      </span>
      <IconButton
        size="small"
        label={t('users.previous')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft size={16} />
      </IconButton>
      <IconButton
        size="small"
        label={t('users.next')}
        disabled={page >= last}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight size={16} />
      </IconButton>
    </nav>
  );
}
