import { Link, useParams } from '@tanstack/react-router';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { t } from '../../lib/i18n/translate.ts';
import { preferences, setPreferences } from '../../lib/state/preferences.ts';
import { useStore } from '../../lib/state/store.ts';
import { type Area, areas } from '../areas.ts';

/**
 * The areas of a project at the left edge. Their names appear while the pointer rests on the icons, or stay when pinned.
 * Names that float let the pointer through: they never stand in the way of what is behind them.
 */
export function NavRail(): ReactNode {
  const { railPinned } = useStore(preferences);
  const Pin = railPinned ? PanelLeftClose : PanelLeftOpen;
  const pinText = railPinned ? t('nav.unpin') : t('nav.pin');
  return (
    <div
      className={cx(
        'group relative z-30 flex shrink-0 flex-col border-r border-line bg-stone-1 py-2',
        railPinned ? 'w-44' : 'w-12',
      )}
    >
      {!railPinned && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-full w-32 border-r border-line bg-stone-1 opacity-0 shadow-float transition-opacity duration-[80ms] [clip-path:inset(0_-40px_0_0)] group-hover:opacity-100 group-hover:delay-300 group-hover:duration-[120ms] group-has-focus-visible:opacity-100"
        />
      )}
      <nav aria-label={t('nav.label')} className="flex-1">
        <ul>
          {areas.map((area) => (
            <li key={area.id}>
              <AreaLink area={area} pinned={railPinned} />
            </li>
          ))}
        </ul>
      </nav>
      <button
        type="button"
        aria-pressed={railPinned}
        aria-label={pinText}
        onClick={() => setPreferences({ railPinned: !railPinned })}
        className="relative flex h-10 items-center whitespace-nowrap text-ink-3 -outline-offset-2 hover:text-ink"
      >
        <span className="grid w-12 shrink-0 place-items-center">
          <Pin size={17} strokeWidth={1.6} />
        </span>
        <Name pinned={railPinned}>{pinText}</Name>
      </button>
    </div>
  );
}

function AreaLink({ area, pinned }: { readonly area: Area; readonly pinned: boolean }): ReactNode {
  const { ref } = useParams({ from: '/project/$ref' });
  return (
    <Link
      to={area.to}
      params={{ ref }}
      activeOptions={{ exact: area.id === 'home', includeSearch: false }}
      aria-label={t(area.label)}
      className="relative flex h-10 items-center whitespace-nowrap text-ink-2 -outline-offset-2 hover:text-ink data-[status=active]:text-ink"
    >
      {({ isActive }) => (
        <>
          <span className="relative grid h-10 w-12 shrink-0 place-items-center">
            <area.icon size={19} strokeWidth={isActive ? 1.9 : 1.6} />
            {isActive && <span className="absolute inset-x-3 bottom-0.5 h-0.5 bg-verdigris" />}
          </span>
          <Name pinned={pinned}>
            <span className={cx(isActive && 'font-medium')}>{t(area.label)}</span>
          </Name>
        </>
      )}
    </Link>
  );
}

const Name = ({
  pinned,
  children,
}: {
  readonly pinned: boolean;
  readonly children: ReactNode;
}): ReactNode => (
  <span
    aria-hidden="true"
    className={cx(
      !pinned &&
        'pointer-events-none absolute left-full opacity-0 transition-opacity duration-[80ms] group-hover:opacity-100 group-hover:delay-300 group-hover:duration-[120ms] group-has-focus-visible:opacity-100',
    )}
  >
    {children}
  </span>
);
