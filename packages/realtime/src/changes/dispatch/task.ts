import type { TableCatalog } from '../catalog/table-catalog.ts';
import type { LoggedChange, LogPosition } from '../change-source.ts';
import { type ChangeValues, changeValues, type OpenValue } from '../payload/change-values.ts';
import { RowImage } from '../row-image.ts';

/** A change and where it stands. */
export interface PlacedChange {
  readonly change: LoggedChange;
  readonly position: LogPosition;
  readonly committedAt: number;
  /** Counts the changes of the node in commit order. */
  readonly sequence: number;
}

/** A change at work: its images, and its values as JSON once somebody receives it. */
export class ChangeTask {
  readonly placed: PlacedChange;
  readonly row: RowImage | undefined;
  readonly oldRow: RowImage | undefined;
  /** The image that decides who receives it. */
  readonly image: RowImage;
  #values: ChangeValues | undefined;

  constructor(placed: PlacedChange) {
    const { table, row, oldRow, kind } = placed.change;
    this.placed = placed;
    this.oldRow = oldRow === undefined ? undefined : new RowImage(table, oldRow);
    // With identity full, a large value that did not change stands in the old row.
    const whole =
      table.identity === 'full' && oldRow !== undefined
        ? row?.map((value, at) => (value === undefined ? oldRow[at] : value))
        : row;
    this.row = whole === undefined ? undefined : new RowImage(table, whole);
    const image = kind === 'delete' ? this.oldRow : this.row;
    this.image = image ?? new RowImage(table, []);
  }

  get kind(): LoggedChange['kind'] {
    return this.placed.change.kind;
  }

  get hasFullOldRow(): boolean {
    return this.oldRow !== undefined && this.placed.change.table.identity === 'full';
  }

  values(catalog: TableCatalog, open: OpenValue[]): ChangeValues {
    this.#values ??= changeValues(
      catalog,
      this.placed.change,
      this.placed.committedAt,
      { row: this.row, oldRow: this.oldRow },
      open,
    );
    return this.#values;
  }
}

/** Whether an image has all of the columns; a generated one is known where everything else is. */
export function knows(table: TableCatalog, image: RowImage, columns: readonly string[]): boolean {
  return columns.every((name) => {
    if (table.byName.get(name)?.generated === undefined) return image.value(name) !== undefined;
    return table.columns.every(
      (column) => column.generated !== undefined || image.value(column.name) !== undefined,
    );
  });
}
