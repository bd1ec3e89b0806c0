import { useQuery } from '@tanstack/react-query';
import { ChevronRight, CornerLeftUp, Folder } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/input.tsx';
import { ErrorNote } from '../../../ui/layout/error-note.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { type Entry, entriesOf, folderOf } from '../browse/entries.ts';
import { present, storageKeys, useBuckets, useStorage } from '../data/use-storage.ts';
import { nameOf } from './extent.ts';

/** Folders that are shown of a place. */
const mostFolders = 1000;

export interface MovePlace {
  readonly bucket: string;
  /** Empty, or a folder with its slash. */
  readonly prefix: string;
}

/** Asks where files and folders shall go: a bucket and a folder in it. */
export function MoveDialog({
  projectRef,
  bucket,
  entries,
  onClose,
  onMove,
}: {
  readonly projectRef: string;
  readonly bucket: string;
  readonly entries: readonly Entry[];
  readonly onClose: () => void;
  readonly onMove: (place: MovePlace) => void;
}): ReactNode {
  const { data: buckets } = useBuckets(projectRef);
  const from = folderOf(entries[0]?.key ?? '');
  const [place, setPlace] = useState<MovePlace>({ bucket, prefix: from });
  const isSame = place.bucket === bucket && place.prefix === from;
  const isInside =
    place.bucket === bucket &&
    entries.some(({ kind, key }) => kind === 'folder' && place.prefix.startsWith(key));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('storage.moveTitle', { name: nameOf(entries) })}
      description={isInside ? t('storage.moveInside') : t('storage.moveText')}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="primary" disabled={isSame || isInside} onClick={() => onMove(place)}>
            {t('storage.moveHere')}
          </Button>
        </>
      }
    >
      <div className="mt-4 flex flex-col gap-2">
        <Select
          aria-label={t('storage.bucket')}
          value={place.bucket}
          onChange={(event) => setPlace({ bucket: event.target.value, prefix: '' })}
        >
          {buckets?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <FolderPicker projectRef={projectRef} place={place} onPlace={setPlace} />
      </div>
    </Dialog>
  );
}

function FolderPicker({
  projectRef,
  place,
  onPlace,
}: {
  readonly projectRef: string;
  readonly place: MovePlace;
  readonly onPlace: (place: MovePlace) => void;
}): ReactNode {
  const { reads } = useStorage(projectRef);
  const { bucket, prefix } = place;
  const { data, error } = useQuery({
    queryKey: [...storageKeys.bucket(projectRef, bucket), 'folders', prefix],
    queryFn: async () => {
      const page = await present(reads).list(bucket, {
        prefix,
        limit: mostFolders,
        folders: true,
        column: 'name',
        descending: false,
      });
      return entriesOf(page, prefix).filter(({ kind }) => kind === 'folder');
    },
    enabled: reads !== undefined,
  });
  const line =
    'flex h-8 w-full items-center gap-2 px-3 text-left text-ink -outline-offset-2 hover:bg-stone-2 max-md:h-11';
  return (
    <div className="rounded-control border border-line">
      <p
        className="data truncate border-b border-line bg-stone-1 px-3 py-1 text-ink"
        aria-live="polite"
      >
        {`${bucket}/${prefix}`}
      </p>
      <ul aria-label={t('storage.folders')} className="h-52 overflow-auto py-1">
        {prefix !== '' && (
          <li>
            <button
              type="button"
              onClick={() => onPlace({ bucket, prefix: folderOf(prefix) })}
              className={line}
            >
              <CornerLeftUp size={15} className="text-ink-3" />
              {t('storage.folderUp')}
            </button>
          </li>
        )}
        {data?.map(({ key, name }) => (
          <li key={key}>
            <button type="button" onClick={() => onPlace({ bucket, prefix: key })} className={line}>
              <Folder size={15} className="shrink-0 fill-stone-3 text-ink-2" />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <ChevronRight size={14} className="text-ink-3" />
            </button>
          </li>
        ))}
        {data?.length === 0 && <li className="px-3 py-1.5 text-ink-3">{t('storage.noFolders')}</li>}
        {error !== null && (
          <li className="p-2">
            <ErrorNote title={t('storage.listFailed')} error={error} />
          </li>
        )}
      </ul>
    </div>
  );
}
