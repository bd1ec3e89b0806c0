import type { SavedRow, UpdateRow } from '@plinth/console/api';
import { ApiError } from '../../../api/errors.ts';
import { describeError } from '../../../ui/layout/error-note.tsx';
import type { EditStore } from './edit-store.ts';
import { dropRow, noteProblem, type RowEdits } from './staged-edits.ts';

export interface CommitResult {
  readonly saved: number;
  readonly refused: number;
}

/** The call that saves a row: it holds only where the changed cells still are what they were. */
function updateOf(row: RowEdits): UpdateRow {
  const cells = Object.entries(row.cells);
  return {
    key: row.key,
    values: Object.fromEntries(cells.map(([column, { after }]) => [column, after])),
    expected: Object.fromEntries(cells.map(([column, { before }]) => [column, before])),
  };
}

/**
 * Saves all staged rows, one after the other. What is saved leaves the tray; a row that is refused stays, with the reason.
 * Throws where the server cannot be reached: the rest stays staged.
 */
export async function commitEdits(
  store: EditStore,
  update: (input: UpdateRow) => Promise<SavedRow>,
  onSaved: (id: string, row: SavedRow) => void,
): Promise<CommitResult> {
  let saved = 0;
  let refused = 0;
  for (const [id, row] of Object.entries(store.edits.get())) {
    try {
      const result = await update(updateOf(row));
      store.settle((edits) => dropRow(edits, id));
      onSaved(id, result);
      saved += 1;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401) throw error;
      refused += 1;
      const conflict = error.code === 'row_changed';
      const { message } = describeError(error);
      store.settle((edits) => noteProblem(edits, id, { conflict, message }));
    }
  }
  return { saved, refused };
}
