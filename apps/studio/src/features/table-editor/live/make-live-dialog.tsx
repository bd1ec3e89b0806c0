import type { TableDetails } from '@plinth/console/api';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useRealtimeTableChange } from '../../../app/use-realtime-table-change.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { CheckboxLine } from '../../../ui/controls/checkbox.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';

/** Asks before the changes of a table are told to whoever listens. */
export function MakeLiveDialog({
  projectRef,
  table,
  onClose,
}: {
  readonly projectRef: string;
  readonly table: TableDetails;
  readonly onClose: () => void;
}): ReactNode {
  const change = useRealtimeTableChange(projectRef);
  const hasChoice = table.rlsEnabled && table.kind === 'table';
  const [secure, setSecure] = useState(hasChoice);
  return (
    <FormDialog
      title={t('live.makeTitle', { table: table.name })}
      description={t('live.makeText', { table: table.name })}
      submit={t('live.make')}
      busy={change.isPending}
      onSubmit={() =>
        change.mutate(
          { table, change: { published: true, ...(secure && { secureDeletes: true }) } },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      {hasChoice && (
        <CheckboxLine
          label={t('live.secure')}
          hint={t('live.secureHint')}
          checked={secure}
          onChange={(event) => setSecure(event.target.checked)}
        />
      )}
      {!table.rlsEnabled && (
        <p className="flex gap-1.5 rounded-control border border-warning/40 bg-warning-wash px-2.5 py-2 text-ink">
          <TriangleAlert size={15} className="mt-0.5 shrink-0 text-warning" />
          {t('live.openNoRls')}
        </p>
      )}
    </FormDialog>
  );
}
