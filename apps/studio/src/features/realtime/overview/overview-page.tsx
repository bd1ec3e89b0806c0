import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { RadioTower } from 'lucide-react';
import type { ReactNode } from 'react';
import { queries } from '../../../api/queries.ts';
import { useApi } from '../../../api/use-api.ts';
import { useCanWrite } from '../../../api/use-can-write.ts';
import { useDocumentTitle } from '../../../app/document-title.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SearchField } from '../../../ui/controls/search-field.tsx';
import { CodeBlock } from '../../../ui/layout/code-block.tsx';
import { EmptyState } from '../../../ui/layout/empty-state.tsx';
import { ErrorNote } from '../../../ui/layout/error-note.tsx';
import type { OverviewSearch } from '../routes.ts';
import { ChannelTable } from './channel-table.tsx';
import { ClientTable } from './client-table.tsx';
import { firstChannel } from './first-channel.ts';
import { Limits } from './limits.tsx';
import { StatusStrip } from './status-strip.tsx';
import { useChannels, useClients, useRealtimeStatus } from './use-overview.ts';

/** Who is connected, which topics are joined, and how the stream of database changes is. */
export function OverviewPage(): ReactNode {
  const { ref } = useParams({ from: '/project/$ref' });
  const { search = '', client = '' } = useSearch({ from: '/project/$ref/realtime/' });
  const navigate = useNavigate();
  const status = useRealtimeStatus(ref);
  const channels = useChannels(ref, search);
  useDocumentTitle(t('area.realtime'));
  const change = (next: OverviewSearch): void =>
    void navigate({ to: '.', search: (current) => ({ ...current, ...next }), replace: true });
  const error = status.error ?? channels.error;
  const isIdle = status.data?.clients === 0 && search === '' && client === '';
  if (status.data === undefined && error !== null)
    return (
      <div className="p-4">
        <ErrorNote
          title={t('realtime.failed')}
          error={error}
          onRetry={() => void status.refetch()}
        />
      </div>
    );
  return (
    <div className="h-full overflow-auto">
      <StatusStrip status={status.data} />
      {error !== null && (
        <div className="p-4">
          <ErrorNote title={t('realtime.failed')} error={error} />
        </div>
      )}
      {isIdle ? (
        <div>
          <NobodyYet projectRef={ref} />
        </div>
      ) : (
        <>
          <Section
            title={t('realtime.topics')}
            search={
              <SearchField
                label={t('realtime.searchTopics')}
                group={t('area.realtime')}
                className="h-7! max-w-64 max-md:h-10! max-md:max-w-none"
                value={search}
                onChange={(text) => change({ search: text.trim() || undefined })}
              />
            }
          >
            <ChannelTable projectRef={ref} channels={channels.data?.channels} />
            {channels.data !== undefined && (
              <Rest
                shown={channels.data.channels.length}
                total={channels.data.total}
                none={search === '' ? t('realtime.noTopics') : t('realtime.noMatch', { search })}
              />
            )}
          </Section>
          <Clients projectRef={ref} search={client} onSearch={(text) => change({ client: text })} />
        </>
      )}
      {status.data !== undefined && (
        <Section title={t('realtime.limits')}>
          <Limits limits={status.data.limits} />
        </Section>
      )}
    </div>
  );
}

function Clients({
  projectRef,
  search,
  onSearch,
}: {
  readonly projectRef: string;
  readonly search: string;
  readonly onSearch: (text: string | undefined) => void;
}): ReactNode {
  const clients = useClients(projectRef, search);
  const canWrite = useCanWrite(projectRef);
  const pages = clients.data?.pages;
  const shown = pages?.flatMap((page) => page.clients);
  if (!canWrite)
    return (
      <Section title={t('realtime.clients')}>
        <p className="px-4 py-3 text-ink-3">{t('realtime.clientsForDevelopers')}</p>
      </Section>
    );
  return (
    <Section
      title={t('realtime.clients')}
      search={
        <SearchField
          label={t('realtime.searchClients')}
          group={t('area.realtime')}
          className="h-7! max-w-64 max-md:h-10! max-md:max-w-none"
          value={search}
          onChange={(text) => onSearch(text.trim() || undefined)}
        />
      }
    >
      {clients.error === null ? (
        <ClientTable projectRef={projectRef} clients={shown} />
      ) : (
        <div className="p-4">
          <ErrorNote title={t('realtime.failed')} error={clients.error} />
        </div>
      )}
      {shown !== undefined && (
        <Rest
          shown={shown.length}
          total={pages?.[0]?.total ?? 0}
          none={search === '' ? t('realtime.noClients') : t('realtime.noMatch', { search })}
          onMore={clients.hasNextPage ? () => void clients.fetchNextPage() : undefined}
        />
      )}
    </Section>
  );
}

function Section({
  title,
  search,
  children,
}: {
  readonly title: string;
  readonly search?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section aria-label={title} className="pb-4">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 px-4 pb-1.5 pt-3 max-md:px-3">
        <h2 className="text-lead font-semibold text-ink">{title}</h2>
        {search}
      </div>
      <div className="border-t border-line">{children}</div>
    </section>
  );
}

/** What a list does not show. */
function Rest({
  shown,
  total,
  none,
  onMore,
}: {
  readonly shown: number;
  readonly total: number;
  readonly none: string;
  readonly onMore?: (() => void) | undefined;
}): ReactNode {
  if (total === 0) return <p className="px-4 py-3 text-ink-3">{none}</p>;
  if (shown >= total) return null;
  return (
    <p className="flex items-center gap-3 px-4 py-2 text-ink-3">
      {t('realtime.shownOf', { shown, total })}
      {onMore !== undefined && (
        <Button size="small" onClick={onMore}>
          {t('realtime.more')}
        </Button>
      )}
    </p>
  );
}

function NobodyYet({ projectRef }: { readonly projectRef: string }): ReactNode {
  const api = useApi();
  const { data: project } = useQuery(queries.project(api, projectRef));
  const navigate = useNavigate();
  return (
    <EmptyState
      icon={<RadioTower size={28} strokeWidth={1.5} />}
      title={t('realtime.nobody')}
      action={
        <Button
          kind="primary"
          onClick={() =>
            void navigate({ to: '/project/$ref/realtime/topic', params: { ref: projectRef } })
          }
        >
          {t('realtime.listen')}
        </Button>
      }
      snippet={
        project && <CodeBlock label={t('realtime.firstChannel')} code={firstChannel(project)} />
      }
    >
      {t('realtime.nobodyText')}
    </EmptyState>
  );
}
