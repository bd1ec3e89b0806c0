import type { ProjectApi } from '../../../api/console.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { currentValues } from '../edits/current-values.ts';
import type { EditStore } from '../edits/edit-store.ts';
import { type Conflict, clearProblem, conflictOf, noteProblem } from '../edits/staged-edits.ts';

/** Staged rows that are looked at after one batch; saving finds the conflicts of the others. */
const most = 20;

/** Looks at the staged rows among those that others have touched, and marks the ones that hold something else now. */
export async function markConflicts(
  store: EditStore,
  touched: ReadonlySet<string>,
  { projectApi, tableId }: { projectApi: Pick<ProjectApi, 'queryRows' | 'cell'>; tableId: number },
): Promise<void> {
  const concerned = Object.entries(store.edits.get())
    .filter(([id]) => touched.has(id))
    .slice(0, most);
  await Promise.all(
    concerned.map(async ([id, { key, cells }]) => {
      try {
        const current = await currentValues(projectApi, tableId, key, Object.keys(cells));
        // What is staged may be another change by now, or none.
        store.remark((edits) => {
          const row = edits[id];
          if (row === undefined) return edits;
          const conflict = conflictOf(row, current);
          if (conflict === null)
            return row.problem?.conflict === true ? clearProblem(edits, id) : edits;
          return noteProblem(edits, id, { conflict: true, message: words(conflict) });
        });
      } catch {
        // Saving compares once more; until then nothing is lost.
      }
    }),
  );
}

/** Characters of the other value that are shown. */
const longest = 80;

function words(conflict: Conflict): string {
  if (conflict.kind === 'gone') return t('live.gone');
  const { column, held } = conflict;
  if (held === null) return t('live.changed', { column, value: t('cell.null') });
  const value = held.length > longest ? `${held.slice(0, longest)}…` : held;
  return t('live.changed', { column, value });
}
