import { Link } from '@tanstack/react-router';
import { Box, Globe, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { StorageBucket } from '../../../api/project-storage.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { rank } from '../../../lib/text/fuzzy.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { ErrorNote } from '../../../ui/layout/error-note.tsx';
import { useBuckets, useStorage } from '../data/use-storage.ts';

/** Fewer buckets than this are found by looking. */
const manyBuckets = 9;

/** The buckets of the project. */
export function BucketList({
  projectRef,
  chosen,
  onNew,
}: {
  readonly projectRef: string;
  readonly chosen: string | undefined;
  readonly onNew: () => void;
}): ReactNode {
  const [text, setText] = useState('');
  const { canWrite, error: projectError } = useStorage(projectRef);
  const { data: buckets, error: listError, refetch } = useBuckets(projectRef);
  const error = projectError ?? listError;
  const found = rank(
    (buckets ?? []).map((bucket) => ({ label: bucket.name, bucket })),
    text,
  );
  return (
    <section aria-label={t('storage.buckets')} className="flex h-full flex-col">
      <div className="flex h-11 shrink-0 items-center gap-1 border-b border-line pl-4 pr-2">
        <span className="flex-1 font-medium text-ink">{t('storage.buckets')}</span>
        {canWrite && (
          <IconButton label={t('storage.newBucket')} onClick={onNew}>
            <Plus size={17} />
          </IconButton>
        )}
      </div>
      {(buckets?.length ?? 0) >= manyBuckets && (
        <div className="shrink-0 px-2 pb-1 pt-2">
          <Input
            type="search"
            aria-label={t('storage.filterBuckets')}
            placeholder={t('storage.filterBuckets')}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="h-7! max-md:h-10!"
          />
        </div>
      )}
      <nav aria-label={t('storage.buckets')} className="min-h-0 flex-1 overflow-auto p-2">
        {error !== null && error !== undefined && (
          <ErrorNote
            title={t('storage.bucketsFailed')}
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {buckets === undefined && (error === null || error === undefined) && <ListSkeleton />}
        <ul>
          {found.map(({ bucket }) => (
            <li key={bucket.id}>
              <BucketLink projectRef={projectRef} bucket={bucket} chosen={bucket.id === chosen} />
            </li>
          ))}
        </ul>
        {buckets !== undefined && found.length === 0 && (
          <p className="px-2 py-2 text-ink-3">
            {text === '' ? t('storage.noBuckets') : t('combobox.nothing')}
          </p>
        )}
      </nav>
    </section>
  );
}

function BucketLink({
  projectRef,
  bucket,
  chosen,
}: {
  readonly projectRef: string;
  readonly bucket: StorageBucket;
  readonly chosen: boolean;
}): ReactNode {
  return (
    <Link
      to="/project/$ref/storage/$bucket"
      params={{ ref: projectRef, bucket: bucket.id }}
      search={({ view }: { view?: 'grid' | undefined }) => (view === undefined ? {} : { view })}
      aria-current={chosen ? 'page' : undefined}
      className="relative flex h-8 items-center gap-2 rounded-control px-2 text-ink-2 -outline-offset-2 hover:bg-stone-2 hover:text-ink aria-[current]:bg-stone-3 aria-[current]:font-medium aria-[current]:text-ink max-md:h-11"
    >
      <Box size={15} strokeWidth={1.6} className="shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1 truncate">{bucket.name}</span>
      {bucket.public && (
        <span role="img" aria-label={t('storage.public')} title={t('storage.publicHint')}>
          <Globe size={14} className="text-ink-3" />
        </span>
      )}
    </Link>
  );
}

const ListSkeleton = (): ReactNode => (
  <div role="status" aria-label={t('page.loading')}>
    {[52, 66, 44, 58].map((width) => (
      <div key={width} className="flex h-8 items-center px-2">
        <span className="skeleton h-3" style={{ width: `${width}%` }} />
      </div>
    ))}
  </div>
);
