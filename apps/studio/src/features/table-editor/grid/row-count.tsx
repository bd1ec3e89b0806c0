import { LoaderCircle, RotateCw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { formatCompact, formatNumber } from '../../../lib/text/format.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import type { Rows } from '../rows/use-rows.ts';

/** `1,204,311 rows`, or `~1.2 M rows` for an estimate. */
export function countText(total: Rows['total']): string {
  if (total === null) return '';
  return total.exact
    ? t('rows.count', { count: total.value })
    : t('rows.about', { rows: formatCompact(total.value) });
}

/** How many rows there are: an estimate at once, the exact number on a click, and no wait in between. */
export function RowCount({ rows }: { readonly rows: Rows }): ReactNode {
  const { total, counting, window } = rows;
  return (
    <div className="flex shrink-0 items-center gap-0.5">
      {total?.exact === true && <span className="px-2 text-ink-2">{countText(total)}</span>}
      {total !== null && !total.exact && !counting && (
        <Tooltip label={t('rows.countExactly')}>
          <button
            type="button"
            onClick={() => void window.count()}
            className="h-7 rounded-control px-2 text-ink-2 underline decoration-line-strong decoration-dotted underline-offset-4 hover:bg-stone-2 hover:text-ink"
          >
            {countText(total)}
            <span className="sr-only">{t('rows.countExactly')}</span>
          </button>
        </Tooltip>
      )}
      {counting && (
        <span className="flex items-center gap-1.5 pl-2 text-ink-2" role="status">
          <LoaderCircle size={13} className="animate-spin motion-reduce:hidden" />
          {t('rows.counting', { rows: formatNumber(total?.value ?? 0) })}
          <IconButton
            size="small"
            label={t('rows.stopCounting')}
            onClick={() => window.stopCounting()}
          >
            <X size={13} />
          </IconButton>
        </span>
      )}
      <IconButton
        size="small"
        label={t('rows.refresh')}
        keys="alt+r"
        onClick={() => window.refresh()}
      >
        <RotateCw size={14} />
      </IconButton>
    </div>
  );
}
