import type { ReactNode } from 'react';

/** A column as the grid shows it. */
export interface GridColumn {
  readonly name: string;
  /** Shown small beside the name. */
  readonly type: string;
  readonly align: 'start' | 'end';
  readonly width: number;
  readonly icon?: ReactNode;
  readonly sortable?: boolean;
}

export interface GridSort {
  readonly column: string;
  readonly descending: boolean;
}

/** How a row differs from the others. */
export type RowTone = 'plain' | 'open' | 'conflict' | 'new' | 'gone';

/** The rows that are ticked; absent where rows cannot be. */
export interface GridSelection {
  readonly isSelected: (row: number) => boolean;
  readonly count: number;
  /** With `range` all rows since the last toggled one. */
  readonly toggle: (row: number, range: boolean) => void;
  readonly toggleAll: () => void;
}
