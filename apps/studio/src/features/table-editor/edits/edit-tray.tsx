import { ListChecks, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { useShortcut } from '../../../lib/shortcuts.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Kbd } from '../../../ui/controls/kbd.tsx';
import { ReviewSheet } from './review-sheet.tsx';
import { countEdits } from './staged-edits.ts';
import type { Edits } from './use-edits.ts';

/** What has been changed and is not saved yet, with the way to save it or let it go. */
export function EditTray({ edits }: { readonly edits: Edits }): ReactNode {
  const [reviewing, setReviewing] = useState(false);
  const { cells, rows } = countEdits(edits.edits);
  const problems = Object.values(edits.edits).filter((row) => row.problem !== undefined).length;
  const group = t('area.tables');
  const any = cells > 0;
  useShortcut({ keys: 'mod+s', label: t('edits.save'), group, typing: true, run: edits.save }, any);
  useShortcut({ keys: 'mod+z', label: t('edits.undo'), group, run: () => edits.store.undo() });
  useShortcut({
    keys: 'mod+shift+z',
    label: t('edits.redo'),
    group,
    run: () => edits.store.redo(),
  });
  if (!any) return null;
  return (
    <section
      aria-label={t('edits.tray')}
      className="flex min-h-11 shrink-0 animate-rise flex-wrap items-center gap-2 border-t border-line bg-warning-wash px-4 py-1.5"
    >
      {problems > 0 ? (
        <TriangleAlert size={16} className="text-danger" />
      ) : (
        <ListChecks size={16} className="text-warning" />
      )}
      <span className="text-ink" aria-live="polite">
        {t('edits.count', { count: cells })} {t('edits.inRows', { count: rows })}
        {problems > 0 && (
          <span className="ml-2 text-danger">{t('edits.problems', { count: problems })}</span>
        )}
      </span>
      <div className="ml-auto flex items-center gap-2">
        <Button size="small" kind="quiet" onClick={edits.discard}>
          {t('edits.discard')}
        </Button>
        <Button size="small" onClick={() => setReviewing(true)}>
          {t('edits.review')}
        </Button>
        <Button size="small" kind="primary" busy={edits.saving} onClick={edits.save}>
          {t('edits.save')}
          <span className="max-md:hidden [&_span]:border-transparent [&_span]:bg-transparent [&_span]:text-on-verdigris">
            <Kbd keys="mod+s" />
          </span>
        </Button>
      </div>
      {reviewing && <ReviewSheet edits={edits} onClose={() => setReviewing(false)} />}
    </section>
  );
}
