import type { RealtimeClient } from '@plinth/console/api';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { formatBytes, formatNumber } from '../../../lib/text/format.ts';
import { Time } from '../../../ui/layout/time.tsx';
import { headRow, SkeletonRows } from '../parts/list-table.tsx';

/** Connected clients; undefined while they are on their way. */
export function ClientTable({
  projectRef,
  clients,
}: {
  readonly projectRef: string;
  readonly clients: readonly RealtimeClient[] | undefined;
}): ReactNode {
  return (
    <table className="w-full table-fixed border-collapse" aria-label={t('realtime.clients')}>
      <thead className="bg-stone-1 text-left text-ink-3 max-md:sr-only">
        <tr className={headRow}>
          <th scope="col" className="pl-4!">
            {t('realtime.who')}
          </th>
          <th scope="col" className="w-32 max-md:w-28">
            {t('realtime.role')}
          </th>
          <th scope="col" className="w-[26%] max-lg:hidden">
            {t('realtime.itsTopics')}
          </th>
          <th scope="col" className="w-36 max-md:hidden">
            {t('realtime.address')}
          </th>
          <th scope="col" className="w-28">
            {t('realtime.since')}
          </th>
          <th scope="col" className="w-24 text-right max-lg:hidden">
            {t('realtime.waiting')}
          </th>
        </tr>
      </thead>
      <tbody>
        {clients === undefined ? (
          <SkeletonRows columns={6} />
        ) : (
          clients.map((client) => (
            <tr
              key={client.id}
              className="h-(--row) border-b border-line/60 max-md:h-12 [&_td]:px-3"
            >
              <td className="truncate pl-4! text-ink">
                <Who projectRef={projectRef} client={client} />
              </td>
              <td className="data truncate text-ink-2">{client.role}</td>
              <td className="data truncate text-ink-2 max-lg:hidden">
                {client.topics.map(({ topic }) => topic).join(' · ')}
                {client.channels > client.topics.length &&
                  ` +${formatNumber(client.channels - client.topics.length)}`}
                {client.channels === 0 && '–'}
              </td>
              <td className="data truncate text-ink-2 max-md:hidden">{client.address}</td>
              <td className="text-ink-2">
                <Time at={client.connectedAt} />
              </td>
              <td className="text-right text-ink-2 max-lg:hidden">
                {client.waitingBytes === 0 ? '–' : formatBytes(client.waitingBytes)}
              </td>
            </tr>
          ))
        )}
      </tbody>
    </table>
  );
}

/** Who a client speaks for; a user's id leads to the user. */
function Who({
  projectRef,
  client,
}: {
  readonly projectRef: string;
  readonly client: RealtimeClient;
}): ReactNode {
  if (client.kind === 'user' && client.userId !== null)
    return (
      <Link
        to="/project/$ref/auth/users"
        params={{ ref: projectRef }}
        search={{ user: client.userId }}
        className="data rounded-mark hover:underline"
      >
        {client.userId}
      </Link>
    );
  return t(`realtime.kind.${client.kind}`);
}
