import { FolderOpen, SearchX } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { StorageBucket } from '../../api/project-storage.ts';
import { useStatusLine } from '../../app/status-line.ts';
import { t } from '../../lib/i18n/translate.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { ErrorNote } from '../../ui/layout/error-note.tsx';
import { type Entry, folderOf, lastPart, prefixOf } from './browse/entries.ts';
import { ItemList, type ItemListHandle } from './browse/item-list.tsx';
import { EntrySelectionBar } from './browse/selection-bar.tsx';
import { ColumnHeads, Toolbar } from './browse/toolbar.tsx';
import { type Entries, useEntries } from './browse/use-entries.ts';
import { useEntrySelection } from './browse/use-entry-selection.ts';
import { BucketHead, rulesText } from './buckets/bucket-head.tsx';
import { type Changes, useChanges } from './changes/use-changes.tsx';
import { useLargestFile, useStorage } from './data/use-storage.ts';
import { ObjectPane } from './detail/object-pane.tsx';
import type { BucketSearch } from './routes.ts';
import { DropArea } from './uploads/drop-area.tsx';
import { limitOf } from './uploads/plan-upload.ts';
import { UploadButton } from './uploads/upload-button.tsx';
import { useUploads } from './uploads/use-uploads.tsx';

export interface BucketViewProps {
  readonly projectRef: string;
  readonly bucket: StorageBucket;
  readonly search: BucketSearch;
  readonly onChange: (change: BucketSearch, replace?: boolean) => void;
}

/** The files of a bucket, a folder at a time, with the chosen one beside them. */
export function BucketView({ projectRef, bucket, search, onChange }: BucketViewProps): ReactNode {
  const { storage, canWrite } = useStorage(projectRef);
  const listed = useEntries(projectRef, bucket.id, search);
  const prefix = prefixOf(search.path);
  const limit = limitOf(bucket, useLargestFile(projectRef));
  const uploads = useUploads(projectRef, bucket, prefix, limit);
  const selection = useEntrySelection(`${prefix}\n${search.search ?? ''}\n${search.scope ?? ''}`);
  const [active, setActive] = useState<string>();
  const list = useRef<ItemListHandle>(null);
  const takesFocus = useRef(false);
  const changes = useChanges(projectRef, bucket.id, prefix, (gone) => {
    selection.clear();
    const isShown = gone.some(({ kind, key }) =>
      kind === 'file' ? key === search.file : search.file?.startsWith(key) === true,
    );
    if (isShown) onChange({ file: undefined }, true);
  });
  const open = (entry: Entry): void => {
    if (entry.kind === 'file') onChange({ file: entry.key }, search.file !== undefined);
    else {
      takesFocus.current = true;
      onChange({
        path: entry.key.replace(/\/$/, ''),
        file: undefined,
        search: undefined,
        scope: undefined,
      });
    }
  };
  const goUp = (): void => {
    takesFocus.current = true;
    setActive(prefix);
    onChange({ path: folderOf(prefix).replace(/\/$/, '') || undefined, file: undefined });
  };
  const entries = listed.entries;
  const activeEntry = entries?.find(({ key }) => key === active);
  const chosen = selection.entries.length > 0 ? selection.entries : [activeEntry];
  useFileShortcuts({ canWrite, changes, search, onChange, goUp, entries: chosen });
  useCount(listed);
  return (
    <div className="flex h-full">
      <div className="flex min-w-0 flex-1 flex-col">
        <BucketHead
          projectRef={projectRef}
          bucket={bucket}
          limit={limit}
          canWrite={canWrite}
          onPanel={(panel) => onChange({ panel })}
        >
          {canWrite && <UploadButton onFiles={uploads.add} />}
        </BucketHead>
        <Toolbar
          projectRef={projectRef}
          bucket={bucket.id}
          search={search}
          canWrite={canWrite}
          onChange={onChange}
          onNewFolder={changes.newFolder}
        />
        <DropArea
          enabled={canWrite}
          place={search.path === undefined ? bucket.name : lastPart(search.path)}
          rules={rulesText(bucket, limit)}
          onFiles={uploads.add}
        >
          {listed.error !== null && (
            <div className="p-4">
              <ErrorNote
                title={t('storage.listFailed')}
                error={listed.error}
                onRetry={listed.retry}
              />
            </div>
          )}
          {entries === undefined && listed.error === null && <ListSkeleton />}
          {entries !== undefined && entries.length === 0 && (
            <NoEntries search={search} canWrite={canWrite} onChange={onChange} />
          )}
          {entries !== undefined && entries.length > 0 && (
            <>
              {search.view !== 'grid' && <ColumnHeads search={search} onChange={onChange} />}
              <ItemList
                key={`${prefix} ${search.view ?? ''}`}
                ref={list}
                takesFocus={takesFocus}
                label={t('storage.filesOf', { name: search.path ?? bucket.name })}
                view={search.view ?? 'list'}
                entries={entries}
                hasMore={listed.hasMore}
                onMore={listed.loadMore}
                selection={selection}
                active={active}
                shown={search.file}
                onOpen={open}
                onActive={(entry, byKey) => {
                  setActive(entry.key);
                  // With the detail open, the arrows leaf through the files.
                  if (byKey && search.file !== undefined && entry.kind === 'file')
                    onChange({ file: entry.key }, true);
                }}
                source={
                  storage !== undefined && (canWrite || bucket.public)
                    ? { storage, bucket: bucket.id, isPublic: bucket.public }
                    : undefined
                }
              />
            </>
          )}
          {listed.cut && (
            <p className="border-t border-line bg-stone-1 px-4 py-1.5 text-ink-2">
              {t('storage.foundCut', { count: entries?.length ?? 0 })}
            </p>
          )}
        </DropArea>
        {canWrite && (
          <EntrySelectionBar
            selection={selection}
            onRename={changes.rename}
            onMove={changes.move}
            onDelete={changes.remove}
          />
        )}
      </div>
      {search.file !== undefined && (
        <ObjectPane
          key={search.file}
          projectRef={projectRef}
          bucket={bucket}
          fileKey={search.file}
          onClose={() => onChange({ file: undefined })}
          onCloseFocus={() => list.current?.focus()}
          onRename={changes.rename}
          onMove={(file) => changes.move([file])}
          onDelete={(file) => changes.remove([file])}
        />
      )}
      {changes.dialog}
      {uploads.dialog}
    </div>
  );
}

function useFileShortcuts({
  canWrite,
  changes,
  search,
  onChange,
  goUp,
  entries,
}: {
  readonly canWrite: boolean;
  readonly changes: Changes;
  readonly search: BucketSearch;
  readonly onChange: BucketViewProps['onChange'];
  readonly goUp: () => void;
  readonly entries: readonly (Entry | undefined)[];
}): void {
  const group = t('area.storage');
  const known = entries.filter((entry) => entry !== undefined);
  const [first] = known;
  useShortcut(
    { keys: 'alt+n', label: t('storage.newFolder'), group, run: changes.newFolder },
    canWrite,
  );
  useShortcut(
    {
      keys: 'F2',
      label: t('storage.rename'),
      group,
      run: () => first !== undefined && changes.rename(first),
    },
    canWrite && known.length === 1,
  );
  useShortcut(
    { keys: 'Delete', label: t('storage.delete'), group, run: () => changes.remove(known) },
    canWrite && known.length > 0,
  );
  useShortcut(
    { keys: 'Backspace', label: t('storage.folderUp'), group, run: goUp },
    search.path !== undefined,
  );
  // The list handles these itself.
  useShortcut({ keys: 'Enter', label: t('storage.openItem'), group });
  useShortcut({ keys: ' ', label: t('storage.tickItem'), group }, canWrite);
  useShortcut({ keys: 'shift+ArrowDown', label: t('storage.tickMore'), group }, canWrite);
  useShortcut({ keys: 'mod+a', label: t('storage.tickAll'), group }, canWrite);
  useShortcut(
    {
      keys: 'Escape',
      label: t('storage.closeFile'),
      group,
      run: () => onChange({ file: undefined }),
    },
    search.file !== undefined,
  );
}

function useCount({ entries, hasMore }: Entries): void {
  const count = entries?.length;
  useStatusLine({
    ...(count !== undefined && {
      rows: hasMore ? t('storage.itemsAtLeast', { count }) : t('storage.items', { count }),
    }),
  });
}

function NoEntries({
  search,
  canWrite,
  onChange,
}: Pick<BucketViewProps, 'search' | 'onChange'> & { readonly canWrite: boolean }): ReactNode {
  const words = search.search;
  if (words === undefined)
    return (
      <EmptyState
        icon={<FolderOpen size={28} strokeWidth={1.5} />}
        title={t('storage.emptyTitleFolder')}
      >
        {t(canWrite ? 'storage.emptyFolderText' : 'storage.emptyFolderViewer')}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<SearchX size={28} strokeWidth={1.5} />}
      title={t(search.scope === 'all' ? 'storage.noMatchAll' : 'storage.noMatch', { words })}
      action={
        <>
          {search.scope !== 'all' && (
            <Button kind="primary" onClick={() => onChange({ scope: 'all' }, true)}>
              {t('storage.searchAll')}
            </Button>
          )}
          <Button onClick={() => onChange({ search: undefined, scope: undefined })}>
            {t('storage.showAll')}
          </Button>
        </>
      }
    />
  );
}

const ListSkeleton = (): ReactNode => (
  <div role="status" aria-label={t('page.loading')} className="pt-8">
    {[46, 62, 38, 54, 70, 42, 58].map((width) => (
      <div key={width} className="flex h-8 items-center gap-3 border-b border-line/60 px-4">
        <span className="skeleton size-4" />
        <span className="skeleton h-3" style={{ width: `${width}%` }} />
      </div>
    ))}
  </div>
);
