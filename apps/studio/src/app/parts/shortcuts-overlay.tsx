import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/translate.ts';
import { activeShortcuts, type Shortcut } from '../../lib/shortcuts.ts';
import { useStore } from '../../lib/state/store.ts';
import { Kbd } from '../../ui/controls/kbd.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

/** All shortcuts of the page in sight, by group. */
export function ShortcutsOverlay({ onClose }: { readonly onClose: () => void }): ReactNode {
  const shortcuts = useStore(activeShortcuts);
  const groups = new Map<string, Shortcut[]>();
  for (const shortcut of shortcuts)
    groups.set(shortcut.group, [...(groups.get(shortcut.group) ?? []), shortcut]);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('shortcuts.title')}
      className="w-[min(640px,calc(100vw-24px))]"
    >
      <div className="mt-3 columns-2 gap-8 max-md:columns-1">
        {[...groups].map(([group, list]) => (
          <section key={group} className="mb-4 break-inside-avoid">
            <h3 className="border-b border-line pb-1 text-ink-3">{group}</h3>
            <dl>
              {list.map((shortcut) => (
                <div
                  key={`${shortcut.keys} ${shortcut.label}`}
                  className="flex h-8 items-center justify-between gap-4 border-b border-line/60"
                >
                  <dt className="truncate">{shortcut.label}</dt>
                  <dd>
                    <Kbd keys={shortcut.keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
