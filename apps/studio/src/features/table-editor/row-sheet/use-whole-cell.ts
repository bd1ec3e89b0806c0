import type { RowKey } from '@plinth/console/api';
import { useMutation } from '@tanstack/react-query';
import { useProjectApi } from '../../../api/use-api.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { describeError } from '../../../ui/layout/error-note.tsx';
import { announce } from '../../../ui/overlays/toasts.tsx';

export interface WholeCell {
  /** Undefined before it is loaded. */
  readonly value: string | null | undefined;
  readonly loading: boolean;
  readonly load: () => void;
}

/**
 * A value too long for a list, loaded on demand. It holds for one `version` of the row (any value that changes with it):
 * a row that has been saved or read again is another.
 */
export function useWholeCell(
  ref: string,
  tableId: number,
  key: RowKey,
  column: string,
  version: unknown,
): WholeCell {
  const projectApi = useProjectApi(ref);
  const cell = useMutation({
    mutationFn: (_version: unknown) => projectApi.cell(tableId, { key, column }),
    onError: (error) =>
      announce({
        kind: 'danger',
        title: t('row.wholeFailed'),
        detail: describeError(error).message,
      }),
  });
  return {
    value: cell.variables === version ? cell.data?.value : undefined,
    loading: cell.isPending,
    load: () => cell.mutate(version),
  };
}
