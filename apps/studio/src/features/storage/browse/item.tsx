import { memo, type ReactNode } from 'react';
import { cx } from '../../../lib/class-names.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { formatBytes } from '../../../lib/text/format.ts';
import { Time } from '../../../ui/layout/time.tsx';
import type { Entry } from './entries.ts';
import type { ItemLayout, View } from './item-layout.ts';
import { Thumbnail } from './thumbnail.tsx';
import type { ThumbnailSource } from './thumbnails.ts';
import { Tick } from './tick.tsx';

export interface ItemProps {
  readonly id: string;
  readonly index: number;
  /** -1 while nobody knows how many there are. */
  readonly count: number;
  readonly entry: Entry;
  readonly view: View;
  readonly layout: ItemLayout;
  readonly place: { readonly top: number; readonly left: number };
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly isShown: boolean;
  readonly anySelected: boolean;
  readonly source: ThumbnailSource | undefined;
}

/** A file or folder of a list. */
export const Item = memo(ItemOnce, (before, after) => {
  const { place: placeBefore, layout: layoutBefore, ...restBefore } = before;
  const { place, layout, ...rest } = after;
  return (
    place.top === placeBefore.top &&
    place.left === placeBefore.left &&
    layout.itemWidth === layoutBefore.itemWidth &&
    layout.itemHeight === layoutBefore.itemHeight &&
    Object.entries(rest).every(([name, value]) =>
      Object.is(value, restBefore[name as keyof typeof restBefore]),
    )
  );
});

function ItemOnce(props: ItemProps): ReactNode {
  const { layout, place, isActive, isSelected, isShown, view } = props;
  return (
    <div
      id={props.id}
      data-item={props.index}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-current={isShown || undefined}
      aria-setsize={props.count}
      aria-posinset={props.index + 1}
      style={{
        top: place.top,
        left: place.left,
        width: layout.itemWidth,
        height: layout.itemHeight,
      }}
      className={cx(
        'group/item absolute cursor-pointer',
        isActive && 'group-focus-visible/list:outline-2 group-focus-visible/list:outline-verdigris',
        view === 'grid' ? 'rounded-control' : '-outline-offset-2',
      )}
    >
      {view === 'grid' ? <Tile {...props} /> : <Row {...props} />}
    </div>
  );
}

function Row({ entry, isSelected, isShown, source }: ItemProps): ReactNode {
  return (
    <div
      className={cx(
        'grid h-full grid-cols-[40px_28px_minmax(0,1fr)_88px_152px_120px] items-center border-b border-line/60 max-xl:grid-cols-[40px_28px_minmax(0,1fr)_88px_120px] max-md:grid-cols-[44px_40px_minmax(0,1fr)_16px]',
        isSelected || isShown ? 'bg-verdigris-wash' : 'group-hover/item:bg-stone-1',
      )}
    >
      <Tick on={isSelected} className="h-full pl-2" />
      <span className="grid size-5 place-items-center overflow-hidden rounded-[2px] max-md:size-7">
        <Thumbnail source={source} entry={entry} iconSize={17} />
      </span>
      <span className="min-w-0">
        <span className="block truncate text-ink">{entry.name}</span>
        {entry.kind === 'folder' && (
          <span className="sr-only xl:hidden">{t('storage.folder')}</span>
        )}
        {entry.kind === 'file' && (
          <span className="block truncate text-ink-3 md:hidden">
            {formatBytes(entry.size)} · <Time at={entry.updatedAt} />
          </span>
        )}
      </span>
      <span className="px-2 text-right text-ink-2 max-md:hidden">
        {entry.kind === 'file' ? formatBytes(entry.size) : ''}
      </span>
      <span className="truncate px-2 text-ink-3 max-xl:hidden">
        {entry.kind === 'file' ? entry.type : t('storage.folder')}
      </span>
      <span className="px-2 text-ink-2 max-md:hidden">
        {entry.kind === 'file' && <Time at={entry.updatedAt} />}
      </span>
    </div>
  );
}

function Tile({ entry, layout, isSelected, isShown, anySelected, source }: ItemProps): ReactNode {
  const isFile = entry.kind === 'file';
  return (
    <div
      className={cx(
        'relative flex h-full flex-col overflow-hidden rounded-control border',
        isSelected || isShown
          ? 'border-verdigris bg-verdigris-wash'
          : 'border-line bg-paper group-hover/item:border-line-strong',
      )}
    >
      <div
        className={cx(
          'grid place-items-center overflow-hidden border-b border-line/60',
          isFile ? 'bg-stone-2' : 'bg-stone-1',
        )}
        style={{ height: layout.itemHeight - 52 }}
      >
        <Thumbnail source={source} entry={entry} iconSize={40} />
      </div>
      <div className="flex min-h-0 flex-1 flex-col justify-center px-2.5">
        <span className="truncate text-ink">{entry.name}</span>
        <span className="truncate text-small text-ink-3">
          {isFile ? (
            <>
              {formatBytes(entry.size)} · <Time at={entry.updatedAt} />
            </>
          ) : (
            t('storage.folder')
          )}
        </span>
      </div>
      <Tick
        on={isSelected}
        className={cx(
          'absolute left-0 top-0 size-9',
          !isSelected &&
            !anySelected &&
            'opacity-0 group-hover/item:opacity-100 pointer-coarse:opacity-100',
        )}
      />
    </div>
  );
}
