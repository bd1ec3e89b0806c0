import { Outlet } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { t } from '../../lib/i18n/translate.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { ConnectionBanner } from './connection-banner.tsx';

const ShortcutsOverlay = lazy(() =>
  import('./shortcuts-overlay.tsx').then((module) => ({ default: module.ShortcutsOverlay })),
);

/** What is around every page: the banner of a lost server, and the overlay of shortcuts. */
export function RootLayout(): ReactNode {
  const [helpOpen, setHelpOpen] = useState(false);
  useShortcut({
    keys: '?',
    label: t('shortcuts.show'),
    group: t('shortcuts.everywhere'),
    run: () => setHelpOpen(true),
  });
  return (
    <div className="flex h-dvh flex-col">
      <ConnectionBanner />
      <div className="min-h-0 flex-1">
        <Outlet />
      </div>
      {helpOpen && (
        <Suspense>
          <ShortcutsOverlay onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
