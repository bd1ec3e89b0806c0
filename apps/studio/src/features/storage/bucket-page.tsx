import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Box } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../app/document-title.ts';
import { t } from '../../lib/i18n/translate.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { ErrorNote } from '../../ui/layout/error-note.tsx';
import { BucketView } from './bucket-view.tsx';
import { BucketForm } from './buckets/bucket-form.tsx';
import { PoliciesSheet } from './buckets/policies-sheet.tsx';
import { useBuckets, useStorage } from './data/use-storage.ts';
import type { BucketSearch } from './routes.ts';

/** A bucket with its files, and the panels that open over them. */
export function BucketPage(): ReactNode {
  const { ref, bucket: id } = useParams({ from: '/project/$ref/storage/$bucket' });
  const search = useSearch({ from: '/project/$ref/storage/$bucket' });
  const navigate = useNavigate({ from: '/project/$ref/storage/$bucket' });
  const { canWrite } = useStorage(ref);
  const { data: buckets, error, refetch } = useBuckets(ref);
  useDocumentTitle(id, t('area.storage'));
  const bucket = buckets?.find((one) => one.id === id);
  const change = (next: BucketSearch, replace = false): void =>
    void navigate({
      to: '.',
      search: (current) => ({ ...current, ...next }),
      replace,
    });
  const closePanel = (): void => change({ panel: undefined }, true);
  if (error !== null && buckets === undefined)
    return (
      <div className="p-4">
        <ErrorNote
          title={t('storage.bucketsFailed')}
          error={error}
          onRetry={() => void refetch()}
        />
      </div>
    );
  if (buckets === undefined) return null;
  if (bucket === undefined)
    return (
      <EmptyState
        isPage
        icon={<Box size={28} strokeWidth={1.5} />}
        title={t('storage.noSuchBucket', { name: id })}
        action={
          <Button onClick={() => void navigate({ to: '/project/$ref/storage', params: { ref } })}>
            {t('storage.toList')}
          </Button>
        }
      >
        {t('storage.noSuchBucketText')}
      </EmptyState>
    );
  return (
    <>
      <BucketView
        key={bucket.id}
        projectRef={ref}
        bucket={bucket}
        search={search}
        onChange={change}
      />
      {search.panel === 'settings' && canWrite && (
        <BucketForm projectRef={ref} bucket={bucket} onClose={closePanel} onSaved={closePanel} />
      )}
      {search.panel === 'policies' && (
        <PoliciesSheet projectRef={ref} bucket={bucket} onClose={closePanel} />
      )}
    </>
  );
}
