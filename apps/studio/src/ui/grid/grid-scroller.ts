import { type ColumnLayout, columnsInView } from './column-layout.ts';
import {
  advance,
  rowsInView,
  type ScrollModel,
  type ScrollPosition,
  scrollModel,
} from './scroll-model.ts';

/** What is put on the page: rows and columns, and where the first row stands. */
export interface GridView {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
  /** Row r stands r·rowHeight − shift pixels below the top of the rows. */
  readonly shift: number;
}

/** What is scrolled over, and through what window. */
export interface GridShape {
  readonly rows: number;
  readonly rowHeight: number;
  /** Height of the window that shows rows, in pixels. */
  readonly viewport: number;
  /** Width of what stays at the left edge. */
  readonly gutter: number;
  readonly layout: ColumnLayout;
}

/** The part of an element that scrolls; a DOM element is one. */
export interface Scrollable {
  scrollTop: number;
  scrollLeft: number;
  readonly clientWidth: number;
}

const extraRows = 12;
const extraColumns = 1;
/** Rows come and go in groups of this size, so that most scroll events change nothing. */
const group = 4;
/** After this long without a scroll event the scroll bar is put where it belongs. */
const idle = 160;

const sameView = (a: GridView, b: GridView): boolean =>
  a.firstRow === b.firstRow &&
  a.lastRow === b.lastRow &&
  a.firstColumn === b.firstColumn &&
  a.lastColumn === b.lastColumn &&
  a.shift === b.shift;

const noShape: GridShape = {
  rows: 0,
  rowHeight: 32,
  viewport: 600,
  gutter: 0,
  layout: { lefts: [0], total: 0 },
};

/** Ties the scrolling of an element to the rows and columns that are on the page. */
export class GridScroller {
  readonly #listeners = new Set<() => void>();
  readonly #onRows: (first: number, last: number) => void;
  #element: Scrollable | null = null;
  #shape: GridShape = noShape;
  #model: ScrollModel = scrollModel(0, 32, 600);
  #position: ScrollPosition = { scroll: 0, virtual: 0 };
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  #view: GridView = { firstRow: 0, lastRow: -1, firstColumn: 0, lastColumn: -1, shift: 0 };

  /** `onRows` hears which rows are in sight, without the extra ones beyond the edges. */
  constructor(onRows: (first: number, last: number) => void) {
    this.#onRows = onRows;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly view = (): GridView => this.#view;

  /** Rows that fit into the window. */
  get page(): number {
    return Math.max(1, Math.floor(this.#shape.viewport / this.#shape.rowHeight) - 1);
  }

  attach(element: Scrollable | null): void {
    this.#element = element;
    if (element === null) clearTimeout(this.#idleTimer);
  }

  /** Other rows, columns or sizes; the place in the rows stays. */
  reshape(shape: GridShape): void {
    this.#shape = shape;
    this.#model = scrollModel(shape.rows, shape.rowHeight, shape.viewport);
    const virtual = Math.min(this.#position.virtual, this.#model.maxVirtual);
    if (this.#model.scaled || virtual !== this.#position.virtual) this.#moveTo(virtual);
    else this.#show();
  }

  /** To be called for every scroll event of the element. */
  readonly scrolled = (): void => {
    const element = this.#element;
    if (element === null) return;
    const step = advance(this.#model, this.#position, element.scrollTop, this.#shape.viewport);
    this.#position = { scroll: step.scroll, virtual: step.virtual };
    if (step.correctTo !== null) {
      element.scrollTop = step.correctTo;
      this.#position = { scroll: element.scrollTop, virtual: step.virtual };
    }
    this.#show();
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#settle(), idle);
  };

  readonly toTop = (): void => this.#moveTo(0);

  /** So many rows have come (or gone) above those in sight, which stay where they are; at the top the new ones appear. */
  shift(rows: number): void {
    const { virtual } = this.#position;
    if (virtual > 0) this.#moveTo(virtual + rows * this.#shape.rowHeight);
  }

  showRow(row: number): void {
    if (row < 0) return;
    const { rowHeight, viewport } = this.#shape;
    const top = row * rowHeight;
    const { virtual } = this.#position;
    if (top < virtual) this.#moveTo(top);
    else if (top + rowHeight > virtual + viewport) this.#moveTo(top + rowHeight - viewport);
  }

  showColumn(column: number): void {
    const element = this.#element;
    if (element === null) return;
    const { layout, gutter } = this.#shape;
    const left = layout.lefts[column] ?? 0;
    const right = layout.lefts[column + 1] ?? left;
    const width = element.clientWidth - gutter;
    if (left < element.scrollLeft) element.scrollLeft = left;
    else if (right > element.scrollLeft + width) element.scrollLeft = Math.min(left, right - width);
  }

  #moveTo(virtual: number): void {
    const wanted = Math.min(this.#model.maxVirtual, Math.max(0, virtual));
    const scroll = this.#model.toScroll(wanted);
    if (this.#element !== null) this.#element.scrollTop = scroll;
    this.#position = { scroll: this.#element?.scrollTop ?? scroll, virtual: wanted };
    this.#show();
  }

  /** Small steps let the scroll bar drift from where the map would have it; here it is put back. */
  #settle(): void {
    if (!this.#model.scaled) return;
    const right = this.#model.toScroll(this.#position.virtual);
    if (Math.abs(right - this.#position.scroll) >= 1) this.#moveTo(this.#position.virtual);
  }

  #show(): void {
    const { rows, viewport, gutter, layout } = this.#shape;
    const { virtual, scroll } = this.#position;
    const [first, last] = rowsInView(this.#model, virtual, viewport, rows);
    const [firstColumn, lastColumn] = columnsInView(
      layout,
      this.#element?.scrollLeft ?? 0,
      (this.#element?.clientWidth ?? 1200) - gutter,
      extraColumns,
    );
    const view: GridView = {
      firstRow: Math.max(0, Math.floor((first - extraRows) / group) * group),
      lastRow: Math.min(rows - 1, Math.ceil((last + 1 + extraRows) / group) * group),
      firstColumn,
      lastColumn,
      shift: Math.round(virtual - scroll),
    };
    if (last >= first) this.#onRows(first, last);
    if (sameView(view, this.#view)) return;
    this.#view = view;
    for (const listener of this.#listeners) listener();
  }
}
