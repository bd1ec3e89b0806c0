import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ObjectInfo } from '../../../api/project-storage.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { formatBytes, formatNumber } from '../../../lib/text/format.ts';
import { CopyValue } from '../../../ui/controls/copy.tsx';
import { CodeBlock } from '../../../ui/layout/code-block.tsx';
import { Time } from '../../../ui/layout/time.tsx';
import { present, storageKeys, useBuckets, useStorage } from '../data/use-storage.ts';

/** What is known of a file. */
export function ObjectFacts({
  projectRef,
  bucket,
  info,
}: {
  readonly projectRef: string;
  readonly bucket: string;
  readonly info: ObjectInfo;
}): ReactNode {
  const { storage, reads } = useStorage(projectRef);
  const { data: buckets } = useBuckets(projectRef);
  const isPublic = buckets?.find(({ id }) => id === bucket)?.public === true;
  const { data: owner } = useQuery({
    queryKey: [...storageKeys.bucket(projectRef, bucket), 'owner', info.name],
    queryFn: () => present(reads).owner(bucket, info.name),
    enabled: reads !== undefined,
  });
  const metadata = Object.keys(info.metadata ?? {}).length === 0 ? null : info.metadata;
  return (
    <>
      <dl className="px-4 py-2">
        <Fact label={t('storage.path')}>
          <CopyValue value={info.name} label={t('storage.path')} />
        </Fact>
        {isPublic && storage !== undefined && (
          <Fact label={t('storage.publicUrl')}>
            <CopyValue
              value={storage.publicUrl(bucket, info.name)}
              label={t('storage.publicUrl')}
            />
          </Fact>
        )}
        <Fact label={t('storage.size')}>
          {info.size === null ? (
            '–'
          ) : (
            <span title={t('storage.bytes', { count: info.size })}>
              {formatBytes(info.size)}
              {info.size >= 1000 && (
                <span className="ml-2 text-ink-3">{`${formatNumber(info.size)} B`}</span>
              )}
            </span>
          )}
        </Fact>
        <Fact label={t('storage.type')}>{info.content_type ?? '–'}</Fact>
        <Fact label={t('storage.cacheControl')}>
          <span className="data">{info.cache_control ?? '–'}</span>
        </Fact>
        {info.etag !== null && (
          <Fact label={t('storage.etag')}>
            <CopyValue value={info.etag} label={t('storage.etag')} />
          </Fact>
        )}
        <Fact label={t('storage.owner')}>
          {owner === undefined || owner === null ? (
            <span className="text-ink-3">{owner === null ? t('storage.noOwner') : ''}</span>
          ) : (
            <CopyValue
              value={owner.id}
              shown={owner.email ?? owner.id}
              label={t('storage.owner')}
            />
          )}
        </Fact>
        <Fact label={t('storage.modified')}>
          <Time at={info.last_modified} />
        </Fact>
        <Fact label={t('storage.created')}>
          <Time at={info.created_at} />
        </Fact>
        <Fact label={t('storage.id')}>
          <CopyValue value={info.id} label={t('storage.id')} />
        </Fact>
      </dl>
      {metadata !== null && (
        <section className="px-4 py-3">
          <h3 className="mb-1.5 font-medium text-ink">{t('storage.userMetadata')}</h3>
          <CodeBlock
            wrap
            label={t('storage.userMetadata')}
            code={JSON.stringify(metadata, null, 2)}
          />
        </section>
      )}
    </>
  );
}

const Fact = ({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode => (
  <div className="flex min-h-8 items-center gap-3 border-b border-line/60 last:border-b-0">
    <dt className="w-28 shrink-0 text-ink-3">{label}</dt>
    <dd className="min-w-0 flex-1 break-words text-ink [&>button]:-ml-2">{children}</dd>
  </div>
);
