import type { RowKey } from '@plinth/console/api';
import * as z from 'zod/mini';
import { encodeRowKey } from '../rows/row-key.ts';

const value = z.nullable(z.string());
const rowEditsSchema = z.object({
  key: z.record(z.string(), z.string()),
  /** By column: what the cell held when it was changed, and what it is to hold. */
  cells: z.record(z.string(), z.object({ before: value, after: value })),
  /** What kept the row from being saved. */
  problem: z.optional(z.object({ conflict: z.boolean(), message: z.string() })),
});

/** The shape of staged edits in the browser's storage. */
export const stagedEditsSchema = z.record(z.string(), rowEditsSchema);

/** Changes of one row that are not in the database yet. */
export type RowEdits = z.infer<typeof rowEditsSchema>;
/** All changes of a table that are not in the database yet, by `encodeRowKey` of the row. */
export type StagedEdits = Readonly<Record<string, RowEdits>>;

/** Notes a cell's new value; one that goes back to what it was is forgotten. */
export function stageCell(
  edits: StagedEdits,
  key: RowKey,
  column: string,
  before: string | null,
  after: string | null,
): StagedEdits {
  const id = encodeRowKey(key);
  const row = edits[id];
  const known = row?.cells[column];
  const first = known === undefined ? before : known.before;
  const { [column]: _old, ...others } = row?.cells ?? {};
  const cells = first === after ? others : { ...others, [column]: { before: first, after } };
  if (Object.keys(cells).length === 0) return dropRow(edits, id);
  return { ...edits, [id]: { key: { ...key }, cells } };
}

/** Forgets the changes of a row. */
export function dropRow(edits: StagedEdits, id: string): StagedEdits {
  const { [id]: _dropped, ...others } = edits;
  return others;
}

/** Notes why a row could not be saved. */
export function noteProblem(
  edits: StagedEdits,
  id: string,
  problem: { readonly conflict: boolean; readonly message: string },
): StagedEdits {
  const row = edits[id];
  return row === undefined ? edits : { ...edits, [id]: { ...row, problem } };
}

/** The problem of a row has gone. */
export function clearProblem(edits: StagedEdits, id: string): StagedEdits {
  const row = edits[id];
  if (row?.problem === undefined) return edits;
  return { ...edits, [id]: { key: row.key, cells: row.cells } };
}

/** What stands against staged changes of a row: it is gone, or a cell holds another value by now. */
export type Conflict =
  | { readonly kind: 'gone' }
  | { readonly kind: 'changed'; readonly column: string; readonly held: string | null };

/**
 * Whether a row still holds what its staged changes were made upon; null where it is gone. A cell that somebody has set to
 * the wanted value is no conflict.
 */
export function conflictOf(
  row: RowEdits,
  current: Readonly<Record<string, string | null>> | null,
): Conflict | null {
  if (current === null) return { kind: 'gone' };
  for (const [column, { before, after }] of Object.entries(row.cells)) {
    const held = current[column];
    if (held !== undefined && held !== before && held !== after)
      return { kind: 'changed', column, held };
  }
  return null;
}

/**
 * Sets the changes of a row upon what the row holds now: saving then overwrites it. Cells that hold the wanted value
 * already are forgotten.
 */
export function rebaseRow(
  edits: StagedEdits,
  id: string,
  current: Readonly<Record<string, string | null>>,
): StagedEdits {
  const row = edits[id];
  if (row === undefined) return edits;
  const cells = Object.fromEntries(
    Object.entries(row.cells)
      .map(([column, { before, after }]) => {
        const held = current[column];
        return [column, { before: held === undefined ? before : held, after }] as const;
      })
      .filter(([, { before, after }]) => before !== after),
  );
  if (Object.keys(cells).length === 0) return dropRow(edits, id);
  return { ...edits, [id]: { key: row.key, cells } };
}

/** How many cells and rows are changed. */
export function countEdits(edits: StagedEdits): { readonly cells: number; readonly rows: number } {
  const rows = Object.values(edits);
  return {
    rows: rows.length,
    cells: rows.reduce((sum, row) => sum + Object.keys(row.cells).length, 0),
  };
}
