import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queries } from '../../api/queries.ts';
import { useApi } from '../../api/use-api.ts';
import { cx } from '../../lib/class-names.ts';
import { t } from '../../lib/i18n/translate.ts';
import { useStore } from '../../lib/state/store.ts';
import { formatMilliseconds } from '../../lib/text/format.ts';
import { statusLine } from '../status-line.ts';

/** The base: connection and member at the left, the page's rows, role and query time at the right. */
export function StatusBar(): ReactNode {
  const api = useApi();
  const { state } = useStore(api.connection.store);
  const { data: me } = useQuery(queries.me(api));
  const line = useStore(statusLine);
  const up = state === 'up';
  return (
    <footer className="moulding flex h-[30px] shrink-0 items-center gap-4 bg-stone-3 px-4 pt-1 text-small text-ink-2">
      <span className="flex items-center gap-1.5">
        <span
          aria-hidden="true"
          className={cx('size-2', up ? 'rounded-full bg-success' : 'rotate-45 bg-warning')}
        />
        {up ? t('connection.up') : t('connection.down')}
      </span>
      {me !== undefined && <span>{t('status.member', { role: t(`role.${me.role}`) })}</span>}
      <span className="ml-auto" aria-live="polite">
        {line.note}
      </span>
      {line.rows !== undefined && <span>{line.rows}</span>}
      {line.milliseconds !== undefined && <span>{formatMilliseconds(line.milliseconds)}</span>}
      {line.role !== undefined && (
        <span>
          {t('status.role')} <code className="text-ink">{line.role}</code>
        </span>
      )}
    </footer>
  );
}
