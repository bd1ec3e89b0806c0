import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { StorageBucket } from '../../../api/project-storage.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { formatBytes } from '../../../lib/text/format.ts';
import { DetailPane } from '../../../ui/layout/detail-pane.tsx';
import { ErrorNote } from '../../../ui/layout/error-note.tsx';
import { type FileEntry, lastPart } from '../browse/entries.ts';
import { present, storageKeys, useStorage } from '../data/use-storage.ts';
import { ObjectActions } from './object-actions.tsx';
import { ObjectFacts } from './object-facts.tsx';
import { Preview } from './preview.tsx';
import { SignDialog } from './sign-dialog.tsx';

export interface ObjectPaneProps {
  readonly projectRef: string;
  readonly bucket: StorageBucket;
  readonly fileKey: string;
  readonly onClose: () => void;
  readonly onCloseFocus: () => void;
  readonly onRename: (file: FileEntry) => void;
  readonly onMove: (file: FileEntry) => void;
  readonly onDelete: (file: FileEntry) => void;
}

/** One file: how it looks, what is known of it, and what can be done. */
export function ObjectPane(props: ObjectPaneProps): ReactNode {
  const { projectRef, bucket, fileKey } = props;
  const { reads, canWrite } = useStorage(projectRef);
  const [signing, setSigning] = useState(false);
  const {
    data: info,
    error,
    refetch,
  } = useQuery({
    queryKey: [...storageKeys.bucket(projectRef, bucket.id), 'info', fileKey],
    queryFn: () => present(reads).info(bucket.id, fileKey),
    enabled: reads !== undefined,
    retry: false,
  });
  return (
    <DetailPane
      name="file"
      title={lastPart(fileKey)}
      subtitle={info?.size === undefined || info.size === null ? undefined : formatBytes(info.size)}
      onClose={props.onClose}
      onCloseFocus={props.onCloseFocus}
    >
      {error !== null && (
        <div className="p-4">
          <ErrorNote title={t('storage.fileFailed')} error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {info === undefined && error === null && <PaneSkeleton />}
      {info !== undefined && (
        <>
          <Preview projectRef={projectRef} bucket={bucket} info={info} />
          <ObjectActions
            {...props}
            info={info}
            canWrite={canWrite}
            onSign={() => setSigning(true)}
          />
          <ObjectFacts projectRef={projectRef} bucket={bucket.id} info={info} />
        </>
      )}
      {signing && (
        <SignDialog
          projectRef={projectRef}
          bucket={bucket.id}
          fileKey={fileKey}
          type={info?.content_type ?? ''}
          onClose={() => setSigning(false)}
        />
      )}
    </DetailPane>
  );
}

const PaneSkeleton = (): ReactNode => (
  <div role="status" aria-label={t('page.loading')}>
    <span className="skeleton block h-56 w-full rounded-none" />
    <div className="flex flex-col gap-4 p-4">
      <span className="skeleton h-4 w-3/4" />
      <span className="skeleton h-4 w-1/2" />
      <span className="skeleton h-4 w-2/3" />
    </div>
  </div>
);
