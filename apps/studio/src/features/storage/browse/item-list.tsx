import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { preferences } from '../../../lib/state/preferences.ts';
import { useStore } from '../../../lib/state/store.ts';
import { useIsNarrow } from '../../../lib/use-media.ts';
import type { Entry } from './entries.ts';
import { Item } from './item.tsx';
import {
  heightOf,
  type ItemLayout,
  inSight,
  layoutOf,
  placeOf,
  stepFrom,
  type View,
} from './item-layout.ts';
import type { ThumbnailSource } from './thumbnails.ts';
import type { EntrySelection } from './use-entry-selection.ts';

export interface ItemListHandle {
  focus(): void;
}

export interface ItemListProps {
  readonly label: string;
  readonly view: View;
  readonly entries: readonly Entry[];
  readonly hasMore: boolean;
  readonly onMore: () => void;
  readonly selection: EntrySelection;
  /** The entry that the keyboard is at. */
  readonly active: string | undefined;
  /** `byKey`: the keyboard moved there. */
  readonly onActive: (entry: Entry, byKey: boolean) => void;
  readonly onOpen: (entry: Entry) => void;
  /** Key of the file whose detail is open. */
  readonly shown: string | undefined;
  readonly source: ThumbnailSource | undefined;
  /** True where the list takes the focus when it appears: it stands for one that had it. */
  readonly takesFocus: React.RefObject<boolean>;
  readonly ref?: Ref<ItemListHandle>;
}

interface Sight {
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const rowHeights = { normal: 32, compact: 28 } as const;
const narrowRow = 60;
/** Items before the end at which the next page is asked for. */
const aheadOfEnd = 60;

/** Files and folders, of which only those in sight are on the page: the listbox pattern of ARIA. */
export function ItemList(props: ItemListProps): ReactNode {
  const { entries, view, selection, active, onActive, onOpen } = props;
  const listId = useId();
  const element = useRef<HTMLDivElement>(null);
  const { density } = useStore(preferences);
  const narrow = useIsNarrow();
  const sight = useSight(element);
  const layout = layoutOf(view, sight.width, narrow ? narrowRow : rowHeights[density]);
  const { first, end } = inSight(layout, entries.length, sight.top, sight.height);
  const anchor = useRef(0);
  const at = Math.max(
    0,
    entries.findIndex(({ key }) => key === active),
  );
  const { takesFocus } = props;
  useEffect(() => {
    if (takesFocus.current) element.current?.focus();
    takesFocus.current = false;
  }, [takesFocus]);
  useImperativeHandle(props.ref, () => ({ focus: () => element.current?.focus() }), []);
  useMore(props, end);

  const select = (from: number, to: number): void =>
    selection.set(entries.slice(Math.min(from, to), Math.max(from, to) + 1));
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const entry = entries[at];
    if (entry === undefined || event.altKey) return;
    const page = Math.max(1, Math.floor(sight.height / (layout.itemHeight + layout.gap)) - 1);
    const next = stepFrom(event.key, at, entries.length, layout.columns, page);
    if (next !== undefined) {
      event.preventDefault();
      const target = entries[next];
      if (target === undefined) return;
      if (event.shiftKey) select(anchor.current, next);
      else anchor.current = next;
      reveal(element.current, layout, next);
      onActive(target, true);
    } else if (event.key === ' ') {
      event.preventDefault();
      anchor.current = at;
      selection.toggle(entry);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      onOpen(entry);
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      selection.set(entries);
    } else if (event.key === 'Escape' && selection.keys.size > 0) {
      event.preventDefault();
      selection.clear();
    }
  };
  const onClick = (event: MouseEvent<HTMLDivElement>): void => {
    const target = event.target instanceof Element ? event.target : null;
    const index = Number(target?.closest('[data-item]')?.getAttribute('data-item') ?? -1);
    const entry = entries[index];
    if (entry === undefined) return;
    onActive(entry, false);
    if (event.shiftKey) select(anchor.current, index);
    else {
      anchor.current = index;
      const ticks = target?.closest('[data-tick]') !== null || event.ctrlKey || event.metaKey;
      if (ticks) selection.toggle(entry);
      else onOpen(entry);
    }
  };
  return (
    <div
      ref={element}
      role="listbox"
      tabIndex={0}
      aria-label={props.label}
      aria-multiselectable="true"
      aria-activedescendant={at >= first && at < end ? `${listId}-${at}` : undefined}
      onKeyDown={onKeyDown}
      onClick={onClick}
      className="group/list relative min-h-0 flex-1 select-none overflow-y-auto overflow-x-hidden outline-none"
    >
      <div
        role="presentation"
        className="relative w-full"
        style={{ height: heightOf(layout, entries.length) }}
      >
        {entries.slice(first, end).map((entry, offset) => (
          <Item
            key={entry.key}
            id={`${listId}-${first + offset}`}
            index={first + offset}
            count={props.hasMore ? -1 : entries.length}
            entry={entry}
            view={view}
            layout={layout}
            place={placeOf(layout, first + offset)}
            isActive={first + offset === at}
            isSelected={selection.keys.has(entry.key)}
            isShown={entry.key === props.shown}
            anySelected={selection.keys.size > 0}
            source={props.source}
          />
        ))}
      </div>
    </div>
  );
}

function useSight(element: React.RefObject<HTMLDivElement | null>): Sight {
  const [sight, setSight] = useState<Sight>({ top: 0, width: 0, height: 0 });
  useEffect(() => {
    const node = element.current;
    if (node === null) return undefined;
    const look = (): void =>
      setSight((before) => {
        const now = { top: node.scrollTop, width: node.clientWidth, height: node.clientHeight };
        const isSame =
          now.top === before.top && now.width === before.width && now.height === before.height;
        return isSame ? before : now;
      });
    const observer = new ResizeObserver(look);
    observer.observe(node);
    node.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      observer.disconnect();
      node.removeEventListener('scroll', look);
    };
  }, [element]);
  return sight;
}

/** Asks for the next page before the end comes into sight. */
function useMore({ entries, hasMore, onMore }: ItemListProps, end: number): void {
  const latest = useRef(onMore);
  useEffect(() => {
    latest.current = onMore;
  });
  const isNear = hasMore && end + aheadOfEnd >= entries.length;
  const known = entries.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `known` asks again where a page did not reach the sight
  useEffect(() => {
    if (isNear) latest.current();
  }, [isNear, known]);
}

/** Scrolls so that an item is in sight. */
function reveal(node: HTMLElement | null, layout: ItemLayout, index: number): void {
  if (node === null) return;
  const { top } = placeOf(layout, index);
  if (top < node.scrollTop) node.scrollTop = Math.max(0, top - layout.padding);
  else if (top + layout.itemHeight > node.scrollTop + node.clientHeight)
    node.scrollTop = top + layout.itemHeight + layout.padding - node.clientHeight;
}
