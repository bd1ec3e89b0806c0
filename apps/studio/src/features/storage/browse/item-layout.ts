export type View = 'list' | 'grid';

/** How items stand in a scrolled area: all of one size, in columns from the left. Pixels. */
export interface ItemLayout {
  readonly columns: number;
  readonly itemWidth: number;
  readonly itemHeight: number;
  readonly gap: number;
  readonly padding: number;
}

const smallestTile = 168;
const tileCaption = 52;

/** The layout of an area `width` wide; tiles are as wide as fill it. */
export function layoutOf(view: View, width: number, rowHeight: number): ItemLayout {
  if (view === 'list')
    return { columns: 1, itemWidth: width, itemHeight: rowHeight, gap: 0, padding: 0 };
  const isSmall = width < 480;
  const padding = isSmall ? 12 : 16;
  const gap = isSmall ? 8 : 12;
  const inner = Math.max(0, width - 2 * padding);
  const columns = Math.max(2, Math.floor((inner + gap) / (smallestTile + gap)));
  const itemWidth = Math.max(1, Math.floor((inner - gap * (columns - 1)) / columns));
  return {
    columns,
    itemWidth,
    itemHeight: Math.round(itemWidth * 0.72) + tileCaption,
    gap,
    padding,
  };
}

/** Where an item stands. */
export function placeOf(
  layout: ItemLayout,
  index: number,
): { readonly top: number; readonly left: number } {
  const { columns, itemWidth, itemHeight, gap, padding } = layout;
  return {
    top: padding + Math.floor(index / columns) * (itemHeight + gap),
    left: padding + (index % columns) * (itemWidth + gap),
  };
}

/** Height of all items. */
export function heightOf({ columns, itemHeight, gap, padding }: ItemLayout, count: number): number {
  const rows = Math.ceil(count / columns);
  return rows === 0 ? 0 : 2 * padding + rows * (itemHeight + gap) - gap;
}

/** The items in sight, with a row more on either side: from `first` to before `end`. */
export function inSight(
  { columns, itemHeight, gap, padding }: ItemLayout,
  count: number,
  scrollTop: number,
  height: number,
): { readonly first: number; readonly end: number } {
  const pitch = itemHeight + gap;
  const firstRow = Math.max(0, Math.floor((scrollTop - padding) / pitch) - 1);
  const endRow = Math.ceil((scrollTop + height - padding) / pitch) + 1;
  return {
    first: Math.min(count, firstRow * columns),
    end: Math.min(count, Math.max(0, endRow) * columns),
  };
}

/** Where a key leads; undefined for keys that do not move. `page` in rows. */
export function stepFrom(
  key: string,
  from: number,
  count: number,
  columns: number,
  page: number,
): number | undefined {
  const within = (index: number): number => Math.min(count - 1, Math.max(0, index));
  switch (key) {
    case 'ArrowDown':
      return from + columns < count ? from + columns : from;
    case 'ArrowUp':
      return from - columns >= 0 ? from - columns : from;
    case 'ArrowRight':
      return columns === 1 ? undefined : within(from + 1);
    case 'ArrowLeft':
      return columns === 1 ? undefined : within(from - 1);
    case 'PageDown':
      return within(from + page * columns);
    case 'PageUp':
      return within(from - page * columns);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
