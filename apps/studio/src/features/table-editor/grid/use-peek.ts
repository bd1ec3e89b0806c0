import type { TableDetails } from '@plinth/console/api';
import { useState } from 'react';
import type { PeekTarget } from '../cells/peek.tsx';
import type { LoadedRow } from '../rows/loaded-row.ts';

export interface PeekControl {
  readonly target: PeekTarget | null;
  readonly open: (column: number, row: LoadedRow | undefined, cell: HTMLElement | null) => void;
  readonly close: () => void;
}

/** The row that a cell points at, shown beside it. */
export function usePeek(
  table: TableDetails,
  heldBy: (row: LoadedRow, column: number) => string | null,
): PeekControl {
  const [target, setTarget] = useState<PeekTarget | null>(null);
  const open: PeekControl['open'] = (column, row, cell) => {
    const name = table.columns[column]?.name ?? '';
    const foreignKey = table.foreignKeys.find((key) => key.columns.includes(name));
    if (row === undefined || foreignKey === undefined || cell === null) return;
    const values = foreignKey.columns
      .map((own) =>
        heldBy(
          row,
          table.columns.findIndex((one) => one.name === own),
        ),
      )
      .filter((value) => value !== null);
    // A foreign key with a NULL in it points nowhere.
    if (values.length === foreignKey.columns.length) setTarget({ foreignKey, values, cell });
  };
  return { target, open, close: () => setTarget(null) };
}
