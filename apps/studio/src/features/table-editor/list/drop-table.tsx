import type { TableDetails } from '@plinth/console/api';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { schemaChanged } from '../../../api/queries.ts';
import { useProjectApi } from '../../../api/use-api.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { formatCompact } from '../../../lib/text/format.ts';
import { CheckboxLine } from '../../../ui/controls/checkbox.tsx';
import { ErrorNote } from '../../../ui/layout/error-note.tsx';
import { Confirm } from '../../../ui/overlays/confirm.tsx';
import { announce } from '../../../ui/overlays/toasts.tsx';

/** Tables below this many rows, as far as is known, are counted for the question. */
const mostCounted = 100_000;

/** Asks before a table goes, with its size and what depends on it; its name must be typed. */
export function DropTable({
  projectRef,
  table,
  onClose,
}: {
  readonly projectRef: string;
  readonly table: TableDetails;
  readonly onClose: () => void;
}): ReactNode {
  const projectApi = useProjectApi(projectRef);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [cascade, setCascade] = useState(false);
  const dependants = table.referencedBy.length;
  const drop = useMutation({
    mutationFn: () => projectApi.dropTable(table.id, { name: table.name, cascade }),
    onSuccess: async (change) => {
      onClose();
      announce({
        kind: 'success',
        title: t('table.dropped', { name: table.name }),
        ...(change.migration !== null && {
          detail: t('schema.migration', { file: change.migration }),
        }),
      });
      await navigate({
        to: '/project/$ref/table',
        params: { ref: projectRef },
        search: { schema: table.schema },
      });
      await schemaChanged(queryClient, projectRef);
    },
  });
  const { estimatedRows } = table;
  const isSmall = estimatedRows === null || estimatedRows < mostCounted;
  const { data: counted } = useQuery({
    queryKey: ['project', projectRef, 'count', table.id],
    queryFn: ({ signal }) => projectApi.countRows(table.id, [], signal),
    enabled: isSmall,
    gcTime: 0,
  });
  const rows =
    counted !== undefined
      ? t('rows.count', { count: counted.value })
      : estimatedRows === null
        ? t('table.rowsUnknown')
        : t('table.rowsAbout', { rows: formatCompact(estimatedRows) });
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('table.dropTitle', { name: table.name })}
      description={t('table.dropText', {
        rows,
        dependants: t('table.dependants', { count: dependants }),
      })}
      action={t('table.drop')}
      typed={table.name}
      busy={drop.isPending}
      onConfirm={() => drop.mutate()}
      error={
        drop.error === null ? null : <ErrorNote title={t('table.dropFailed')} error={drop.error} />
      }
    >
      {dependants > 0 && (
        <div className="mt-3">
          <CheckboxLine
            label={t('table.cascade')}
            hint={table.referencedBy.map((key) => `${key.schema}.${key.table}`).join(', ')}
            checked={cascade}
            onChange={(event) => setCascade(event.target.checked)}
          />
        </div>
      )}
    </Confirm>
  );
}
