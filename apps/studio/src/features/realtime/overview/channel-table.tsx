import type { RealtimeChannel } from '@plinth/console/api';
import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { formatNumber } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/controls/badge.tsx';
import { headRow, SkeletonRows } from '../parts/list-table.tsx';

/** Joined topics; each leads to what is said there. Undefined while they are on their way. */
export function ChannelTable({
  projectRef,
  channels,
}: {
  readonly projectRef: string;
  readonly channels: readonly RealtimeChannel[] | undefined;
}): ReactNode {
  return (
    <table className="w-full table-fixed border-collapse" aria-label={t('realtime.topics')}>
      <thead className="bg-stone-1 text-left text-ink-3 max-md:sr-only">
        <tr className={headRow}>
          <th scope="col" className="pl-4!">
            {t('realtime.topicName')}
          </th>
          <th scope="col" className="w-24">
            {t('realtime.kind')}
          </th>
          <th scope="col" className="w-24 text-right">
            {t('realtime.members')}
          </th>
          <th scope="col" className="w-24 text-right max-lg:hidden">
            {t('realtime.presence')}
          </th>
          <th scope="col" className="w-[30%] max-lg:hidden">
            {t('realtime.changes')}
          </th>
        </tr>
      </thead>
      <tbody>
        {channels === undefined ? (
          <SkeletonRows columns={5} />
        ) : (
          channels.map((channel) => (
            <tr
              key={`${channel.isPrivate} ${channel.topic}`}
              className="h-(--row) border-b border-line/60 hover:bg-stone-1 max-md:h-12 [&_td]:px-3"
            >
              <td className="pl-4!">
                <Link
                  to="/project/$ref/realtime/topic"
                  params={{ ref: projectRef }}
                  search={{
                    topic: channel.topic,
                    ...(channel.isPrivate && { private: true as const }),
                  }}
                  className="data block truncate rounded-mark text-ink hover:underline"
                >
                  {channel.topic}
                </Link>
              </td>
              <td>
                <KindBadge isPrivate={channel.isPrivate} />
              </td>
              <td className="text-right text-ink-2">{formatNumber(channel.members)}</td>
              <td className="text-right text-ink-2 max-lg:hidden">
                {channel.presence === 0 ? '–' : formatNumber(channel.presence)}
              </td>
              <td className="data truncate text-ink-2 max-lg:hidden">
                {channel.bindings.length === 0 ? '–' : channel.bindings.join(' · ')}
              </td>
            </tr>
          ))
        )}
      </tbody>
    </table>
  );
}

/** Whether policies decide about a topic. */
const KindBadge = ({ isPrivate }: { readonly isPrivate: boolean }): ReactNode =>
  isPrivate ? (
    <Badge icon={<Lock size={12} />}>{t('realtime.private')}</Badge>
  ) : (
    <Badge>{t('realtime.public')}</Badge>
  );
