import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { formatBytes } from '../../../lib/text/format.ts';
import { Confirm } from '../../../ui/overlays/confirm.tsx';
import type { Entry } from '../browse/entries.ts';
import { present, storageKeys, useStorage } from '../data/use-storage.ts';
import { type Extent, extentOf, nameOf } from './extent.ts';

/** Asks before files and folders are deleted, and says how many that are. */
export function DeleteDialog({
  projectRef,
  bucket,
  entries,
  onClose,
  onDelete,
}: {
  readonly projectRef: string;
  readonly bucket: string;
  readonly entries: readonly Entry[];
  readonly onClose: () => void;
  readonly onDelete: () => void;
}): ReactNode {
  const { storage } = useStorage(projectRef);
  const { data: extent, error } = useQuery({
    queryKey: [...storageKeys.bucket(projectRef, bucket), 'extent', entries.map(({ key }) => key)],
    queryFn: ({ signal }) => extentOf({ storage: present(storage), bucket }, entries, signal),
    enabled: storage !== undefined,
    gcTime: 0,
  });
  const folders = entries.filter(({ kind }) => kind === 'folder').length;
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('storage.deleteTitle', { name: nameOf(entries) })}
      description={[
        folders > 0 ? t('storage.deleteFolders', { count: folders }) : '',
        extent === undefined ? '' : extentText(extent),
        extent === undefined && error === null ? t('storage.counting') : '',
        t('storage.deleteText'),
      ]
        .filter((text) => text !== '')
        .join(' ')}
      action={t('storage.delete')}
      onConfirm={onDelete}
    />
  );
}

const extentText = ({ files, bytes, isMore }: Extent): string =>
  isMore
    ? t('storage.deleteMore', { count: files })
    : t('storage.deleteFiles', { count: files, size: formatBytes(bytes) });
