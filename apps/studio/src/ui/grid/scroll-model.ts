/**
 * Browsers cannot make an element taller than some 17 million pixels, and a million rows are 32 million. Beyond
 * `cap` the scrolled element stays at `cap` and one pixel of it stands for several of the rows.
 *
 * `scroll` is what the browser says (0…maxScroll), `virtual` the distance in pixels of rows (0…maxVirtual). Near both
 * ends the two run side by side, so that the first and the last rows are reached pixel by pixel; between them the
 * map is a straight line. It is monotone and continuous, and takes the ends to the ends.
 */
export interface ScrollModel {
  readonly rowHeight: number;
  /** Height of the scrolled element's rows. */
  readonly spacer: number;
  readonly scaled: boolean;
  readonly maxScroll: number;
  readonly maxVirtual: number;
  readonly toVirtual: (scroll: number) => number;
  readonly toScroll: (virtual: number) => number;
}

/** Taller than this no element becomes. */
export const tallest = 8_000_000;

const clamp = (value: number, max: number): number => Math.min(Math.max(0, value), max);

/** The model of `rows` rows seen through a window of `viewport` pixels. */
export function scrollModel(
  rows: number,
  rowHeight: number,
  viewport: number,
  cap: number = tallest,
): ScrollModel {
  const height = rows * rowHeight;
  const spacer = Math.min(height, cap);
  const scaled = height > cap;
  const maxScroll = Math.max(0, spacer - viewport);
  const maxVirtual = Math.max(0, height - viewport);
  const zone = Math.min(maxScroll / 4, 40 * viewport);
  const slope = (maxVirtual - 2 * zone) / Math.max(1, maxScroll - 2 * zone);

  const toVirtual = (given: number): number => {
    const scroll = clamp(given, maxScroll);
    if (!scaled || scroll <= zone) return scroll;
    if (scroll >= maxScroll - zone) return maxVirtual - (maxScroll - scroll);
    return zone + (scroll - zone) * slope;
  };
  const toScroll = (given: number): number => {
    const virtual = clamp(given, maxVirtual);
    if (!scaled || virtual <= zone) return virtual;
    if (virtual >= maxVirtual - zone) return maxScroll - (maxVirtual - virtual);
    return zone + (virtual - zone) / slope;
  };
  return { rowHeight, spacer, scaled, maxScroll, maxVirtual, toVirtual, toScroll };
}

/** Where the rows stand: at `virtual`, while the browser's scroll bar is at `scroll`. */
export interface ScrollPosition {
  readonly scroll: number;
  readonly virtual: number;
}

export interface ScrollStep extends ScrollPosition {
  /** The scroll bar has come to an end that the rows have not reached, or away from one: it must be put here. */
  readonly correctTo: number | null;
}

/**
 * The position after the browser has scrolled to `scroll`. Small steps (wheel, touch, keys) move the rows by as
 * many pixels, so that they stay readable; a leap (a drag of the scroll bar) goes by the map.
 */
export function advance(
  model: ScrollModel,
  from: ScrollPosition,
  scroll: number,
  viewport: number,
): ScrollStep {
  if (!model.scaled) return { scroll, virtual: clamp(scroll, model.maxVirtual), correctTo: null };
  const distance = scroll - from.scroll;
  if (Math.abs(distance) > 1.5 * viewport)
    return { scroll, virtual: model.toVirtual(scroll), correctTo: null };
  const virtual = clamp(from.virtual + distance, model.maxVirtual);
  const atAnEnd = scroll <= 0 || scroll >= model.maxScroll;
  const atTheirEnd = virtual <= 0 || virtual >= model.maxVirtual;
  if (atAnEnd === atTheirEnd) return { scroll, virtual, correctTo: null };
  const right = model.toScroll(virtual);
  return { scroll: right, virtual, correctTo: right };
}

/** Rows in sight at `virtual`, as `[first, last]`; `[0, -1]` where there are none. */
export function rowsInView(
  model: ScrollModel,
  virtual: number,
  viewport: number,
  rows: number,
): readonly [first: number, last: number] {
  if (rows === 0) return [0, -1];
  const first = clamp(Math.floor(virtual / model.rowHeight), rows - 1);
  const last = clamp(Math.ceil((virtual + viewport) / model.rowHeight) - 1, rows - 1);
  return [first, Math.max(first, last)];
}
