import { Link, Outlet, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/translate.ts';

const tabs = [
  { to: '/project/$ref/realtime', label: 'realtime.overview' },
  { to: '/project/$ref/realtime/topic', label: 'realtime.topic' },
  { to: '/project/$ref/realtime/tables', label: 'realtime.tables' },
  { to: '/project/$ref/realtime/policies', label: 'realtime.policies' },
] as const;

/** The pages of Realtime, one beside the other. */
export function RealtimeLayout(): ReactNode {
  const { ref } = useParams({ from: '/project/$ref' });
  return (
    <div className="flex h-full flex-col">
      <header className="flex shrink-0 flex-wrap items-end gap-x-6 border-b border-line px-4 max-md:px-3">
        <h1 className="py-2.5 text-lead font-semibold text-ink max-md:sr-only">
          {t('area.realtime')}
        </h1>
        <nav aria-label={t('area.realtime')} className="-mb-px min-w-0 overflow-x-auto">
          <ul className="flex gap-5">
            {tabs.map(({ to, label }) => (
              <li key={to}>
                <Link
                  to={to}
                  params={{ ref }}
                  activeOptions={{ exact: true, includeSearch: false }}
                  className="flex h-11 items-center whitespace-nowrap border-b-2 border-transparent text-ink-2 -outline-offset-2 hover:text-ink data-[status=active]:border-verdigris data-[status=active]:font-medium data-[status=active]:text-ink"
                >
                  {t(label)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <div className="min-h-0 flex-1">
        <Outlet />
      </div>
    </div>
  );
}
