import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { queries } from '../../api/queries.ts';
import { useApi } from '../../api/use-api.ts';
import { t } from '../../lib/i18n/translate.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useIsNarrow } from '../../lib/use-media.ts';
import { areas } from '../areas.ts';
import { UnknownProjectPage } from '../pages/unknown-project-page.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { NavRail } from './nav-rail.tsx';
import { StatusBar } from './status-bar.tsx';
import { TopBar } from './top-bar.tsx';

const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then((module) => ({ default: module.CommandPalette })),
);

function AreaShortcut({ index }: { readonly index: number }): ReactNode {
  const { ref } = useParams({ from: '/project/$ref' });
  const navigate = useNavigate();
  const area = areas[index];
  useShortcut(
    {
      keys: area?.keys ?? '',
      label: area === undefined ? '' : t('shortcuts.goTo', { area: t(area.label) }),
      group: t('shortcuts.everywhere'),
      typing: true,
      run: () => area !== undefined && void navigate({ to: area.to, params: { ref } }),
    },
    area !== undefined,
  );
  return null;
}

/** The frame of a project: bar, rail, content, and the base that it stands on. */
export function Shell(): ReactNode {
  const narrow = useIsNarrow();
  const [paletteOpen, setPaletteOpen] = useState(false);
  useShortcut({
    keys: 'mod+k',
    label: t('palette.open'),
    group: t('shortcuts.everywhere'),
    typing: true,
    run: () => setPaletteOpen(true),
  });
  const { ref } = useParams({ from: '/project/$ref' });
  const { data: projects } = useQuery(queries.projects(useApi()));
  const isKnown = projects === undefined || projects.some((project) => project.ref === ref);
  const openPalette = (): void => setPaletteOpen(true);
  return (
    <div className="flex h-full flex-col">
      <a
        href="#content"
        className="absolute left-2 top-2 z-50 -translate-y-16 rounded-control bg-paper px-3 py-1.5 text-ink shadow-float focus:translate-y-0"
      >
        {t('page.skip')}
      </a>
      {areas.map((area, index) => (
        <AreaShortcut key={area.id} index={index} />
      ))}
      <TopBar onSearch={openPalette} />
      <div className="relative flex min-h-0 flex-1">
        {!narrow && <NavRail />}
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 bg-paper outline-none">
          {isKnown ? <Outlet /> : <UnknownProjectPage projectRef={ref} />}
        </main>
      </div>
      {narrow ? <BottomBar onSearch={openPalette} /> : <StatusBar />}
      {paletteOpen && (
        <Suspense>
          <CommandPalette onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
