import { Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/translate.ts';
import { useIsMedium } from '../../lib/use-media.ts';
import { usePaneWidth } from '../../ui/layout/pane-width.ts';
import { ResizeHandle } from '../../ui/layout/resize-handle.tsx';
import { BucketForm } from './buckets/bucket-form.tsx';
import { BucketList } from './buckets/bucket-list.tsx';
import { useBuckets } from './data/use-storage.ts';
import { TransfersDock } from './dock/transfers-dock.tsx';

/** The buckets with the chosen one beside them; one at a time where there is no room for both. */
export function StorageLayout(): ReactNode {
  const { ref } = useParams({ from: '/project/$ref' });
  const { bucket } = useParams({ strict: false });
  const { create } = useSearch({ from: '/project/$ref/storage' });
  const navigate = useNavigate();
  const medium = useIsMedium();
  const pane = usePaneWidth('buckets', 208, 160, 400);
  const { data: buckets } = useBuckets(ref);
  // Where there is no bucket yet, the page that says so has the room.
  const showList = medium ? bucket === undefined && buckets?.length !== 0 : true;
  const showPage = !medium || bucket !== undefined || buckets?.length === 0;
  return (
    <div className="relative flex h-full">
      {bucket === undefined && <h1 className="sr-only">{t('area.storage')}</h1>}
      {showList && (
        <div
          className="relative shrink-0 border-r border-line bg-stone-1 max-lg:w-full max-lg:border-r-0"
          style={{ width: medium ? '100%' : pane.width }}
        >
          <BucketList
            projectRef={ref}
            chosen={bucket}
            onNew={() =>
              void navigate({
                to: '.',
                search: (search) => ({ ...search, create: 'bucket' as const }),
              })
            }
          />
          {!medium && <ResizeHandle pane={pane} side="right" label={t('pane.resize')} />}
        </div>
      )}
      {showPage && (
        <div className="min-w-0 flex-1">
          <Outlet />
        </div>
      )}
      <TransfersDock projectRef={ref} />
      {create === 'bucket' && (
        <BucketForm
          projectRef={ref}
          onClose={() =>
            void navigate({
              to: '.',
              search: ({ create: _closed, ...search }) => search,
              replace: true,
            })
          }
          onSaved={(name) =>
            void navigate({
              to: '/project/$ref/storage/$bucket',
              params: { ref, bucket: name },
            })
          }
        />
      )}
    </div>
  );
}
