import type { RealtimeStatus } from '@plinth/console/api';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { formatBytes, formatNumber } from '../../../lib/text/format.ts';

/** What is admitted, as the configuration says. */
export function Limits({ limits }: { readonly limits: RealtimeStatus['limits'] }): ReactNode {
  const entries = [
    [t('realtime.limitConnections'), formatNumber(limits.connections)],
    [t('realtime.limitChannels'), formatNumber(limits.channelsPerClient)],
    [t('realtime.limitJoins'), formatNumber(limits.joinsPerSecond)],
    [t('realtime.limitEvents'), formatNumber(limits.eventsPerSecond)],
    [t('realtime.limitPresence'), formatNumber(limits.presencePerSecond)],
    [t('realtime.limitPayload'), formatBytes(limits.payloadSize)],
    [
      t('realtime.limitPublic'),
      t(limits.privateOnly ? 'realtime.publicRefused' : 'realtime.publicAllowed'),
    ],
  ] as const;
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(230px,1fr))] gap-x-6 px-4 py-2">
      {entries.map(([name, value]) => (
        <div
          key={name}
          className="flex justify-between gap-3 border-b border-line/60 py-1.5 text-ink-2"
        >
          <dt className="text-ink-3">{name}</dt>
          <dd className="text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
