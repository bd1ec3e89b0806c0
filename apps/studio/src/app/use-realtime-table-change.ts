import type { ChangedRealtimeTable, RealtimeTable, RealtimeTableChange } from '@plinth/console/api';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';
import { useApi } from '../api/use-api.ts';
import { t } from '../lib/i18n/translate.ts';
import { describeError } from '../ui/layout/error-note.tsx';
import { announce } from '../ui/overlays/toasts.tsx';

interface Change {
  readonly table: Pick<RealtimeTable, 'id' | 'schema' | 'name'>;
  readonly change: RealtimeTableChange;
}

/** Publishes a table or sets its secure deletes; says what was done and where it was written down. */
export function useRealtimeTableChange(
  ref: string,
): UseMutationResult<ChangedRealtimeTable, Error, Change> {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ table, change }: Change) =>
      api.console.project(ref).changeRealtimeTable(table.id, change),
    onSuccess: ({ table, migration }, { change: { published, secureDeletes } }) => {
      client.setQueryData(queries.realtimeTables(api, ref).queryKey, (tables) =>
        tables?.map((one) => (one.id === table.id ? table : one)),
      );
      const name = `${table.schema}.${table.name}`;
      const isOn = published ?? secureDeletes ?? false;
      const what = published === undefined ? 'secure' : 'published';
      announce({
        kind: 'success',
        title: t(`realtime.${what}.${isOn ? 'on' : 'off'}`, { table: name }),
        ...(migration !== null && { detail: t('schema.migration', { file: migration }) }),
      });
    },
    onError: (error) =>
      announce({
        kind: 'danger',
        title: t('realtime.notChanged'),
        detail: describeError(error).message,
      }),
  });
}
