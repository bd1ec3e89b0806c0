import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { StorageBucket } from '../../../api/project-storage.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { ErrorNote } from '../../../ui/layout/error-note.tsx';
import { Confirm } from '../../../ui/overlays/confirm.tsx';
import { announce } from '../../../ui/overlays/toasts.tsx';
import { present, storageKeys, useFilesChanged, useStorage } from '../data/use-storage.ts';

interface RemovalProps {
  readonly projectRef: string;
  readonly bucket: StorageBucket;
  readonly onClose: () => void;
}

/** Milliseconds between two looks at a bucket that is being emptied, and how many there are. */
const betweenLooks = 400;
const mostLooks = 60;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Deletes every file of a bucket, after its name is typed. The server does it; this waits until it has. */
export function EmptyBucket({ projectRef, bucket, onClose }: RemovalProps): ReactNode {
  const { storage } = useStorage(projectRef);
  const filesChanged = useFilesChanged(projectRef);
  const empty = useMutation({
    mutationFn: async () => {
      await present(storage).emptyBucket(bucket.id);
      for (let look = 0; look < mostLooks; look += 1) {
        const page = await present(storage).list(bucket.id, {
          prefix: '',
          limit: 1,
          folders: false,
          column: 'name',
          descending: false,
        });
        if (page.objects.length === 0) return true;
        await pause(betweenLooks);
      }
      return false;
    },
    onSuccess: (isDone) => {
      announce({
        kind: isDone ? 'success' : 'info',
        title: t(isDone ? 'storage.emptied' : 'storage.emptying', { name: bucket.name }),
      });
      onClose();
    },
    onSettled: () => filesChanged(bucket.id),
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('storage.emptyTitle', { name: bucket.name })}
      description={t('storage.emptyText')}
      action={t('storage.empty')}
      typed={bucket.name}
      busy={empty.isPending}
      onConfirm={() => empty.mutate()}
      error={
        empty.error === null ? null : (
          <ErrorNote title={t('storage.notEmptied')} error={empty.error} />
        )
      }
    />
  );
}

/** Deletes an empty bucket, after its name is typed. */
export function DeleteBucket({ projectRef, bucket, onClose }: RemovalProps): ReactNode {
  const { storage } = useStorage(projectRef);
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => present(storage).deleteBucket(bucket.id),
    onSuccess: async () => {
      announce({ kind: 'success', title: t('storage.bucketDeleted', { name: bucket.name }) });
      await navigate({ to: '/project/$ref/storage', params: { ref: projectRef } });
      await client.invalidateQueries({ queryKey: storageKeys.buckets(projectRef) });
    },
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('storage.deleteBucketTitle', { name: bucket.name })}
      description={t('storage.deleteBucketText')}
      action={t('storage.deleteBucket')}
      typed={bucket.name}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      error={
        remove.error === null ? null : (
          <ErrorNote title={t('storage.bucketNotDeleted')} error={remove.error} />
        )
      }
    />
  );
}
