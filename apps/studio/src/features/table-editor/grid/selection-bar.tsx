import type { TableDetails } from '@plinth/console/api';
import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useProjectApi } from '../../../api/use-api.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { useShortcut } from '../../../lib/shortcuts.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ErrorNote } from '../../../ui/layout/error-note.tsx';
import { Confirm } from '../../../ui/overlays/confirm.tsx';
import { announce } from '../../../ui/overlays/toasts.tsx';
import type { RowWindow } from '../rows/row-window.ts';
import type { Selection } from './use-selection.ts';

/** What can be done with the ticked rows. */
export function SelectionBar({
  projectRef,
  table,
  selection,
  window,
}: {
  readonly projectRef: string;
  readonly table: TableDetails;
  readonly selection: Selection;
  readonly window: RowWindow;
}): ReactNode {
  const projectApi = useProjectApi(projectRef);
  const [asking, setAsking] = useState(false);
  const { count } = selection;
  const remove = useMutation({
    mutationFn: () => projectApi.deleteRows(table.id, { keys: selection.keys }),
    onSuccess: ({ deleted }) => {
      setAsking(false);
      selection.clear();
      window.grow(-deleted);
      announce({ kind: 'success', title: t('rows.deleted', { count: deleted }) });
    },
  });
  const group = t('area.tables');
  useShortcut(
    { keys: 'Delete', label: t('rows.deleteSelected'), group, run: () => setAsking(true) },
    count > 0,
  );
  useShortcut(
    { keys: 'Escape', label: t('rows.clearSelection'), group, run: selection.clear },
    count > 0,
  );
  if (count === 0) return null;
  return (
    <section
      aria-label={t('rows.selection')}
      className="flex min-h-11 shrink-0 animate-rise items-center gap-2 border-t border-line bg-verdigris-wash px-4"
    >
      <span className="text-ink" aria-live="polite">
        {t('rows.selected', { count })}
      </span>
      <div className="ml-auto flex gap-2">
        <Button size="small" kind="quiet" onClick={selection.clear}>
          {t('rows.clearSelection')}
        </Button>
        <Button size="small" icon={<Trash2 size={14} />} onClick={() => setAsking(true)}>
          {t('rows.delete', { count })}
        </Button>
      </div>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('rows.deleteTitle', { count, table: table.name })}
        description={
          table.referencedBy.length > 0
            ? t('rows.deleteReferenced', {
                tables: [...new Set(table.referencedBy.map((key) => key.table))].join(', '),
              })
            : t('rows.deleteText')
        }
        action={t('rows.delete', { count })}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        error={
          remove.error === null ? null : (
            <ErrorNote title={t('rows.deleteFailed')} error={remove.error} />
          )
        }
      />
    </section>
  );
}
