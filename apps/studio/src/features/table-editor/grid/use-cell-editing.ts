import type { Column, TableDetails } from '@plinth/console/api';
import { useState } from 'react';
import { useProjectApi } from '../../../api/use-api.ts';
import { t } from '../../../lib/i18n/translate.ts';
import type { CellAddress } from '../../../ui/grid/navigation.ts';
import { describeError } from '../../../ui/layout/error-note.tsx';
import { announce } from '../../../ui/overlays/toasts.tsx';
import type { Next } from '../cells/cell-editor.tsx';
import { stageCell } from '../edits/staged-edits.ts';
import type { Edits } from '../edits/use-edits.ts';
import type { LoadedRow } from '../rows/loaded-row.ts';

/** A cell that is being edited. */
interface Editing {
  readonly address: CellAddress;
  readonly row: LoadedRow;
  readonly column: Column;
  /** The whole value, with what is staged. */
  readonly value: string | null;
  /** What was typed to begin with. */
  readonly typed: string | undefined;
  readonly cell: HTMLElement;
}

export interface CellEditing {
  readonly editing: Editing | null;
  /** False where the cell cannot be edited. */
  readonly start: (
    address: CellAddress,
    row: LoadedRow | undefined,
    cell: HTMLElement | null,
    typed?: string,
  ) => boolean;
  /** Stages the value and answers the cell to go on with. */
  readonly save: (value: string | null, next: Next) => CellAddress | null;
  readonly cancel: () => void;
  /** Does something with all that a cell holds; one that came cut is loaded first. */
  readonly withWhole: (row: LoadedRow, column: number, use: (value: string | null) => void) => void;
  /** What a cell holds as far as it is here, with what is staged. */
  readonly heldBy: (row: LoadedRow, column: number) => string | null;
}

const steps: Readonly<Record<Next, readonly [down: number, right: number]>> = {
  down: [1, 0],
  right: [0, 1],
  left: [0, -1],
  stay: [0, 0],
};

/** Editing of cells in place: a cut value is loaded whole first, a new one is staged. */
export function useCellEditing(ref: string, table: TableDetails, edits: Edits): CellEditing {
  const projectApi = useProjectApi(ref);
  const [editing, setEditing] = useState<Editing | null>(null);

  const stagedOf = (row: LoadedRow, column: number) => {
    const name = table.columns[column]?.name;
    if (row.keyId === null || name === undefined) return undefined;
    return edits.edits[row.keyId]?.cells[name];
  };
  const heldBy = (row: LoadedRow, column: number): string | null => {
    const staged = stagedOf(row, column);
    return staged === undefined ? (row.values[column] ?? null) : staged.after;
  };

  const withWhole: CellEditing['withWhole'] = (row, column, use) => {
    const name = table.columns[column]?.name;
    const isCut = row.cut?.has(column) === true && stagedOf(row, column) === undefined;
    if (!isCut || row.key === null || name === undefined) {
      use(heldBy(row, column));
      return;
    }
    projectApi
      .cell(table.id, { key: row.key, column: name })
      .then(({ value }) => use(value))
      .catch((error: unknown) =>
        announce({
          kind: 'danger',
          title: t('row.wholeFailed'),
          detail: describeError(error).message,
        }),
      );
  };

  const start: CellEditing['start'] = (address, row, cell, typed) => {
    const column = table.columns[address.column];
    if (row === undefined || column === undefined || cell === null) return true;
    const isFixed = column.generated || column.identity === 'always';
    if (!table.editable || row.key === null || isFixed) return false;
    const open = (value: string | null): void =>
      setEditing({ address, row, column, value, typed, cell });
    withWhole(row, address.column, open);
    return true;
  };

  const save: CellEditing['save'] = (value, next) => {
    const key = editing?.row.key;
    if (editing === null || key === null || key === undefined) return null;
    const { row, address, column } = editing;
    const isStaged = stagedOf(row, address.column) !== undefined;
    const before = isStaged ? (row.values[address.column] ?? null) : editing.value;
    edits.store.apply((all) => stageCell(all, key, column.name, before, value));
    setEditing(null);
    const [down, right] = steps[next];
    return { row: address.row + down, column: address.column + right };
  };

  return { editing, start, save, cancel: () => setEditing(null), withWhole, heldBy };
}
