import type { RealtimeStatus } from '@plinth/console/api';
import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { formatBytes, formatNumber } from '../../../lib/text/format.ts';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { type StreamWords, streamWords } from './stream-words.ts';

const marks: Readonly<Record<StreamWords['tone'], ReactNode>> = {
  quiet: <CircleDashed size={15} className="text-ink-3" />,
  good: <CircleCheck size={15} className="text-success" />,
  warning: <TriangleAlert size={15} className="text-warning" />,
  danger: <CircleAlert size={15} className="text-danger" />,
};

/** Realtime in four figures; undefined while they are on their way. */
export function StatusStrip({
  status,
}: {
  readonly status: RealtimeStatus | undefined;
}): ReactNode {
  const words = status && streamWords(status.stream);
  return (
    <dl className="grid shrink-0 grid-cols-[1fr_1fr_1fr_2fr] border-b border-line max-lg:grid-cols-3 max-md:grid-cols-1">
      <Figure
        name={t('realtime.clients')}
        value={status?.clients}
        detail={status && t('realtime.ofMost', { most: status.limits.connections })}
      />
      <Figure
        name={t('realtime.topics')}
        value={status && status.channels.publicTopics + status.channels.privateTopics}
        detail={
          status &&
          t('realtime.topicKinds', {
            publicTopics: status.channels.publicTopics,
            privateTopics: status.channels.privateTopics,
          })
        }
      />
      <Figure
        name={t('realtime.subscribers')}
        value={status?.changes.subscribers}
        detail={
          status && status.changes.remembered > 0
            ? t('realtime.remembered', { count: status.changes.remembered })
            : status && t('realtime.subscribersText')
        }
      />
      <div className="px-4 py-3 max-lg:col-span-3 max-lg:border-t max-lg:border-line max-md:col-span-1">
        <dt className="text-ink-3">{t('realtime.stream')}</dt>
        {status === undefined || words === undefined ? (
          <Waiting />
        ) : (
          <dd>
            <Tooltip
              side="bottom"
              label={t('realtime.slot', {
                slot: status.stream.slot,
                size: formatBytes(status.stream.lagBytes),
              })}
            >
              <span className="inline-flex items-center gap-1.5 text-lead font-semibold text-ink">
                {marks[words.tone]}
                {words.word}
              </span>
            </Tooltip>
            <p className="text-ink-2">{words.sentence}</p>
          </dd>
        )}
      </div>
    </dl>
  );
}

function Figure({
  name,
  value,
  detail,
}: {
  readonly name: string;
  readonly value: number | undefined;
  readonly detail: string | undefined;
}): ReactNode {
  return (
    <div className="border-r border-line px-4 py-3 max-lg:nth-[3]:border-r-0 max-md:flex max-md:items-baseline max-md:gap-2 max-md:border-r-0 max-md:py-2 max-md:not-first:border-t">
      <dt className="text-ink-3 max-md:w-36">{name}</dt>
      {value === undefined ? (
        <Waiting />
      ) : (
        <dd className="max-md:flex max-md:items-baseline max-md:gap-2">
          <span className="text-lead font-semibold text-ink">{formatNumber(value)}</span>
          <p className="text-ink-2">{detail}</p>
        </dd>
      )}
    </div>
  );
}

const Waiting = (): ReactNode => (
  <dd className="py-1">
    <span className="skeleton mb-2 block h-4 w-10" />
    <span className="skeleton block h-3 w-24" />
  </dd>
);
