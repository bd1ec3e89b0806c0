import type { TableDetails } from '@plinth/console/api';
import { LoaderCircle, Radio, RadioTower, Unplug } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useCanWrite } from '../../../api/use-can-write.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { MakeLiveDialog } from './make-live-dialog.tsx';
import type { LiveRows, LiveState } from './use-live-rows.ts';

/** Whether others' changes appear in this table, and the way to make them. */
export function LiveMark({
  projectRef,
  table,
  live,
  canPublish,
}: {
  readonly projectRef: string;
  readonly table: TableDetails;
  readonly live: LiveRows;
  /** Whether the table could tell of its changes: one of the application, with a key. */
  readonly canPublish: boolean;
}): ReactNode {
  const { state, heard } = live;
  const canWrite = useCanWrite(projectRef);
  const [asking, setAsking] = useState(false);
  if (state.is === 'unknown' || (state.is === 'off' && !(canWrite && canPublish))) return null;
  if (state.is === 'off')
    return (
      <>
        <Tooltip label={t('live.makeHint')}>
          <Button
            kind="quiet"
            size="small"
            aria-label={t('live.make')}
            icon={<RadioTower size={14} />}
            onClick={() => setAsking(true)}
          >
            <span className="max-md:sr-only">{t('live.make')}</span>
          </Button>
        </Tooltip>
        {asking && (
          <MakeLiveDialog projectRef={projectRef} table={table} onClose={() => setAsking(false)} />
        )}
      </>
    );
  const { icon, text } = words(state);
  return (
    <Tooltip label={text}>
      <span data-live={state.is} className="inline-flex h-7 items-center gap-1.5 px-1 text-ink-2">
        {icon}
        <span className="max-md:sr-only">
          {state.is === 'on' ? t('live.on') : state.is === 'connecting' ? '' : t('live.off')}
        </span>
        <span role="status" className="sr-only">
          {heard > 0 && t('live.heard', { count: heard })}
        </span>
      </span>
    </Tooltip>
  );
}

function words(state: LiveState): { readonly icon: ReactNode; readonly text: string } {
  if (state.is === 'on')
    return { icon: <Radio size={14} className="text-success" />, text: t('live.onHint') };
  if (state.is === 'refused')
    return {
      icon: <Unplug size={14} className="text-warning" />,
      text: t('live.refused', { reason: state.reason }),
    };
  if (state.is === 'lost')
    return { icon: <Unplug size={14} className="text-warning" />, text: t('live.lost') };
  return {
    icon: <LoaderCircle size={14} className="animate-breathe text-ink-3" />,
    text: t('live.connecting'),
  };
}
