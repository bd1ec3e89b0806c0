import { Link, useLocation, useParams } from '@tanstack/react-router';
import { Menu as MenuIcon, Search } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { t } from '../../lib/i18n/translate.ts';
import { Veil } from '../../ui/overlays/dialog.tsx';
import { type Area, areas } from '../areas.ts';

function currentArea(pathname: string): Area | undefined {
  return areas.findLast((area) =>
    pathname.startsWith(
      area.to.replace('/project/$ref', pathname.match(/^\/project\/[^/]+/)?.[0] ?? ''),
    ),
  );
}

/** The base on a telephone: everything in reach of the thumb. */
export function BottomBar({ onSearch }: { readonly onSearch: () => void }): ReactNode {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  const area = currentArea(pathname);
  return (
    <footer className="moulding flex shrink-0 items-stretch bg-stone-3 pb-[env(safe-area-inset-bottom)] pt-1">
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="flex h-13 flex-1 items-center gap-3 px-4 text-ink -outline-offset-2"
      >
        <MenuIcon size={20} strokeWidth={1.6} />
        <span className="font-medium">{area === undefined ? t('nav.label') : t(area.label)}</span>
      </button>
      <button
        type="button"
        onClick={onSearch}
        aria-label={t('palette.open')}
        className="grid w-16 place-items-center text-ink -outline-offset-2"
      >
        <Search size={20} strokeWidth={1.6} />
      </button>
      {open && <NavSheet onClose={() => setOpen(false)} />}
    </footer>
  );
}

function NavSheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { ref } = useParams({ from: '/project/$ref' });
  return (
    <Radix.Root open onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Veil />
        <Radix.Content
          data-modal
          aria-modal="true"
          aria-describedby={undefined}
          className="fixed inset-x-0 bottom-0 z-50 animate-slide-up rounded-t-panel border-t border-line bg-stone-1 pb-[max(8px,env(safe-area-inset-bottom))] outline-none"
        >
          <Radix.Title className="px-4 pb-1 pt-3 text-ink-3">{t('nav.label')}</Radix.Title>
          <nav aria-label={t('nav.label')}>
            <ul>
              {areas.map((area) => (
                <li key={area.id}>
                  <Link
                    to={area.to}
                    params={{ ref }}
                    activeOptions={{ exact: area.id === 'home', includeSearch: false }}
                    onClick={onClose}
                    className="flex h-13 items-center gap-4 border-t border-line px-4 text-lead text-ink-2 -outline-offset-2 data-[status=active]:font-medium data-[status=active]:text-ink"
                  >
                    {({ isActive }) => (
                      <>
                        <area.icon size={20} strokeWidth={1.6} />
                        <span className="flex-1">{t(area.label)}</span>
                        {isActive && <span className="h-0.5 w-6 bg-verdigris" />}
                      </>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
