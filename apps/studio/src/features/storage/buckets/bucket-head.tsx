import { Link } from '@tanstack/react-router';
import {
  ArrowLeft,
  EllipsisVertical,
  Eraser,
  Globe,
  Lock,
  Settings2,
  ShieldCheck,
  Trash2,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { StorageBucket } from '../../../api/project-storage.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { formatBytes } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/controls/badge.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Menu, MenuItem, MenuLine } from '../../../ui/overlays/menu.tsx';
import { DeleteBucket, EmptyBucket } from './bucket-removal.tsx';

/** What a bucket takes, in a few words: `up to 5 MB · image/*`. */
export function rulesText(bucket: StorageBucket, limit: number | null): string {
  const types = bucket.allowed_mime_types;
  return [
    limit === null ? undefined : t('storage.upTo', { size: formatBytes(limit) }),
    types === null ? undefined : types.join(', '),
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

/** The name of the bucket, who may read it, what it takes, and what can be done with it. */
export function BucketHead({
  projectRef,
  bucket,
  limit,
  canWrite,
  onPanel,
  children,
}: {
  readonly projectRef: string;
  readonly bucket: StorageBucket;
  readonly limit: number | null;
  readonly canWrite: boolean;
  readonly onPanel: (panel: 'settings' | 'policies') => void;
  readonly children: ReactNode;
}): ReactNode {
  const [removing, setRemoving] = useState<'files' | 'bucket' | null>(null);
  return (
    <header className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line pl-4 pr-2 max-lg:pl-1">
      <Link
        to="/project/$ref/storage"
        params={{ ref: projectRef }}
        aria-label={t('storage.toList')}
        className="grid size-10 place-items-center text-ink-2 lg:hidden"
      >
        <ArrowLeft size={18} />
      </Link>
      <h1 className="min-w-0 truncate text-lead font-semibold text-ink">{bucket.name}</h1>
      <Badge icon={bucket.public ? <Globe size={13} /> : <Lock size={13} />}>
        {t(bucket.public ? 'storage.publicShort' : 'storage.private')}
      </Badge>
      <span className="min-w-0 flex-1 truncate text-ink-3 max-md:hidden">
        {rulesText(bucket, limit)}
      </span>
      <div className="ml-auto flex shrink-0 items-center gap-1">
        {children}
        <Menu
          align="end"
          trigger={
            <IconButton label={t('storage.bucketMore')}>
              <EllipsisVertical size={17} />
            </IconButton>
          }
        >
          <MenuItem icon={<ShieldCheck size={16} />} onSelect={() => onPanel('policies')}>
            {t('storage.policies')}
          </MenuItem>
          {canWrite && (
            <>
              <MenuItem icon={<Settings2 size={16} />} onSelect={() => onPanel('settings')}>
                {t('storage.settings')}
              </MenuItem>
              <MenuLine />
              <MenuItem danger icon={<Eraser size={16} />} onSelect={() => setRemoving('files')}>
                {t('storage.empty')}
              </MenuItem>
              <MenuItem danger icon={<Trash2 size={16} />} onSelect={() => setRemoving('bucket')}>
                {t('storage.deleteBucket')}
              </MenuItem>
            </>
          )}
        </Menu>
      </div>
      {removing === 'files' && (
        <EmptyBucket projectRef={projectRef} bucket={bucket} onClose={() => setRemoving(null)} />
      )}
      {removing === 'bucket' && (
        <DeleteBucket projectRef={projectRef} bucket={bucket} onClose={() => setRemoving(null)} />
      )}
    </header>
  );
}
