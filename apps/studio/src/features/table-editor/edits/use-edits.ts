import type { TableDetails } from '@plinth/console/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useProjectApi } from '../../../api/use-api.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { useStore } from '../../../lib/state/store.ts';
import { describeError } from '../../../ui/layout/error-note.tsx';
import { announce } from '../../../ui/overlays/toasts.tsx';
import type { RowWindow } from '../rows/row-window.ts';
import { commitEdits } from './commit-edits.ts';
import { currentValues } from './current-values.ts';
import { type EditStore, editStore } from './edit-store.ts';
import { dropRow, rebaseRow, type StagedEdits } from './staged-edits.ts';

export interface Edits {
  readonly store: EditStore;
  readonly edits: StagedEdits;
  readonly saving: boolean;
  readonly save: () => void;
  readonly discard: () => void;
  /** Lets the changes of one row go and shows what it holds now. */
  readonly takeTheirs: (id: string) => void;
  /** Keeps the changes of a row although it holds something else now; the next save overwrites it. */
  readonly keepMine: (id: string) => void;
}

/** The staged changes of a table, and how they get into it. */
export function useEdits(ref: string, table: TableDetails, window: RowWindow): Edits {
  const projectApi = useProjectApi(ref);
  const queryClient = useQueryClient();
  const store = editStore(`${ref}.${table.schema}.${table.name}`);
  const edits = useStore(store.edits);
  const commit = useMutation({
    mutationFn: () =>
      commitEdits(
        store,
        (input) => projectApi.updateRow(table.id, input),
        (id, row) => window.replace(id, row),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['project', ref, 'row', table.id] }),
    onSuccess: ({ saved, refused }) => {
      if (refused > 0)
        announce({
          kind: 'danger',
          title: t('edits.refused', { count: refused }),
          detail: t('edits.refusedText'),
          duration: 6000,
        });
      else announce({ kind: 'success', title: t('edits.saved', { count: saved }) });
    },
    onError: (error) =>
      announce({
        kind: 'danger',
        title: t('edits.failed'),
        detail: describeError(error).message,
      }),
  });

  const takeTheirs = (id: string): void => {
    store.settle((all) => dropRow(all, id));
    window.refresh();
  };
  const keepMine = (id: string): void => {
    const row = store.edits.get()[id];
    if (row === undefined) return;
    void currentValues(projectApi, table.id, row.key, Object.keys(row.cells))
      .then((current) => {
        if (current === null) announce({ kind: 'danger', title: t('edits.rowGone'), detail: id });
        else store.settle((all) => rebaseRow(all, id, current));
      })
      .catch((error: unknown) =>
        announce({
          kind: 'danger',
          title: t('edits.failed'),
          detail: describeError(error).message,
        }),
      );
  };
  return {
    store,
    edits,
    saving: commit.isPending,
    save: () => {
      if (!commit.isPending && Object.keys(store.edits.get()).length > 0) commit.mutate();
    },
    discard: () => store.apply(() => ({})),
    takeTheirs,
    keepMine,
  };
}
