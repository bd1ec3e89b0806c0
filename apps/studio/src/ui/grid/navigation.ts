/** A cell by its row and column; row -1 is the header. */
export interface CellAddress {
  readonly row: number;
  readonly column: number;
}

export interface GridExtent {
  readonly rows: number;
  readonly columns: number;
  /** Rows that fit the view: how far a page goes. */
  readonly page: number;
}

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Where a key leads from a cell; null where it is not a key that moves. */
export function moveBy(event: KeyPress, from: CellAddress, extent: GridExtent): CellAddress | null {
  const far = event.ctrlKey || event.metaKey;
  const { row, column } = from;
  const lastRow = extent.rows - 1;
  const lastColumn = extent.columns - 1;
  const to = ((): CellAddress | null => {
    switch (event.key) {
      case 'ArrowUp':
        return { row: far ? 0 : row - 1, column };
      case 'ArrowDown':
        return { row: far ? lastRow : row + 1, column };
      case 'ArrowLeft':
        return { row, column: far ? 0 : column - 1 };
      case 'ArrowRight':
        return { row, column: far ? lastColumn : column + 1 };
      case 'Home':
        return { row: far ? 0 : row, column: 0 };
      case 'End':
        return { row: far ? lastRow : row, column: lastColumn };
      case 'PageUp':
        return { row: Math.max(Math.min(row, 0), row - extent.page), column };
      case 'PageDown':
        return { row: row + extent.page, column };
      default:
        return null;
    }
  })();
  if (to === null) return null;
  return {
    row: Math.min(lastRow, Math.max(-1, to.row)),
    column: Math.min(lastColumn, Math.max(0, to.column)),
  };
}
