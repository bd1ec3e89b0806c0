import { FolderInput, PencilLine, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { formatBytes } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import type { Entry } from './entries.ts';
import type { EntrySelection } from './use-entry-selection.ts';

/** What can be done with the ticked files and folders. */
export function EntrySelectionBar({
  selection,
  onRename,
  onMove,
  onDelete,
}: {
  readonly selection: EntrySelection;
  readonly onRename: (entry: Entry) => void;
  readonly onMove: (entries: readonly Entry[]) => void;
  readonly onDelete: (entries: readonly Entry[]) => void;
}): ReactNode {
  const { entries, clear } = selection;
  const [first] = entries;
  if (first === undefined) return null;
  const bytes = entries.reduce((sum, entry) => sum + (entry.kind === 'file' ? entry.size : 0), 0);
  return (
    <section
      aria-label={t('storage.selection')}
      className="flex min-h-11 shrink-0 animate-rise items-center gap-2 border-t border-line bg-verdigris-wash px-4 max-md:flex-wrap max-md:px-3 max-md:py-1.5"
    >
      <span className="text-ink" aria-live="polite">
        {t('storage.selected', { count: entries.length })}
        {bytes > 0 && <span className="ml-2 text-ink-2">{formatBytes(bytes)}</span>}
      </span>
      <div className="ml-auto flex items-center gap-2">
        <IconButton
          size="small"
          label={t('storage.clearSelection')}
          keys="Escape"
          tooltipSide="top"
          onClick={clear}
        >
          <X size={15} />
        </IconButton>
        {entries.length === 1 && (
          <Button size="small" icon={<PencilLine size={14} />} onClick={() => onRename(first)}>
            {t('storage.rename')}
          </Button>
        )}
        <Button size="small" icon={<FolderInput size={14} />} onClick={() => onMove(entries)}>
          {t('storage.move')}
        </Button>
        <Button size="small" icon={<Trash2 size={14} />} onClick={() => onDelete(entries)}>
          {t('action.delete')}
        </Button>
      </div>
    </section>
  );
}
