import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import type { PresentMembers } from './use-topic.ts';

/** Most members that are listed. */
const most = 100;

/** Who is there, with what they tell of themselves. */
export function PresenceList({ present }: { readonly present: PresentMembers }): ReactNode {
  const shown = [...present].slice(0, most);
  return (
    <section aria-label={t('realtime.presence')} className="border-b border-line p-4 max-md:px-3">
      <h2 className="flex justify-between font-medium text-ink">
        {t('realtime.presence')}
        <span className="font-normal text-ink-3">
          {t('realtime.present', { count: present.size })}
        </span>
      </h2>
      {shown.length === 0 ? (
        <p className="mt-1 text-ink-3">{t('realtime.nobodyPresent')}</p>
      ) : (
        <ul className="mt-2 flex max-h-72 flex-col gap-2 overflow-auto">
          {shown.map(([key, meta]) => (
            <li key={key} className="min-w-0">
              <p className="data truncate text-ink">{key}</p>
              <p className="data line-clamp-2 break-all text-ink-3">{meta}</p>
            </li>
          ))}
        </ul>
      )}
      {present.size > most && (
        <p className="mt-2 text-ink-3">
          {t('realtime.shownOf', { shown: most, total: present.size })}
        </p>
      )}
    </section>
  );
}
