import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Pause, Play, RadioTower, Trash2 } from 'lucide-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { useCanWrite } from '../../../api/use-can-write.ts';
import { useDocumentTitle } from '../../../app/document-title.ts';
import { useStatusLine } from '../../../app/status-line.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { useShortcut } from '../../../lib/shortcuts.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { SearchField } from '../../../ui/controls/search-field.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { EmptyState } from '../../../ui/layout/empty-state.tsx';
import { JoinForm } from './join-form.tsx';
import { MessageList } from './message-list.tsx';
import type { LogKind, LogState, MessageLog } from './message-log.ts';
import { PresenceList } from './presence-list.tsx';
import { SendForm } from './send-form.tsx';
import { Standing } from './standing.tsx';
import { useTopic } from './use-topic.ts';

type Shown = 'all' | Exclude<LogKind, 'system'>;
const shownKinds: readonly Shown[] = ['all', 'broadcast', 'presence', 'change'];

/** What is said on a topic, as it is said. */
export function TopicPage(): ReactNode {
  const { ref } = useParams({ from: '/project/$ref' });
  const search = useSearch({ from: '/project/$ref/realtime/topic' });
  const canWrite = useCanWrite(ref);
  const view = useTopic(ref, {
    topic: search.topic,
    isPrivate: search.private === true,
    changes: search.changes,
  });
  const { log } = view;
  const state = useSyncExternalStore(log.subscribe, log.state);
  useDocumentTitle(search.topic ?? t('realtime.topic'), t('area.realtime'));
  useStatusLine({ role: canWrite ? 'service_role' : 'anon' });
  return (
    <div className="flex h-full flex-col max-md:overflow-auto">
      <JoinForm projectRef={ref} search={search} />
      {search.topic === undefined ? (
        <div className="min-h-0 flex-1 overflow-auto">
          <NoTopic canWrite={canWrite} />
        </div>
      ) : (
        <div className="flex min-h-0 flex-1 max-md:flex-none max-md:flex-col">
          <div className="flex min-w-0 flex-1 flex-col max-md:min-h-[55vh] max-md:flex-none">
            <Toolbar log={log} state={state}>
              <Standing view={view} />
            </Toolbar>
            <Heard state={state} isJoined={view.state === 'joined'} />
          </div>
          <aside
            aria-label={t('realtime.beside')}
            className="w-80 shrink-0 overflow-auto border-l border-line max-lg:w-64 max-md:w-auto max-md:overflow-visible max-md:border-l-0 max-md:border-t"
          >
            <PresenceList present={view.present} />
            {canWrite && (
              <SendForm projectRef={ref} disabled={view.state !== 'joined'} send={view.send} />
            )}
          </aside>
        </div>
      )}
    </div>
  );
}

function Toolbar({
  log,
  state,
  children,
}: {
  readonly log: MessageLog;
  readonly state: LogState;
  readonly children: ReactNode;
}): ReactNode {
  const toggle = (): void => (state.paused ? log.resume() : log.pause());
  const label = state.paused ? t('realtime.resume') : t('realtime.pause');
  useShortcut({ keys: 'p', label: t('realtime.pause'), group: t('area.realtime'), run: toggle });
  return (
    <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-2 border-b border-line py-1 pl-4 pr-2 max-md:pl-3">
      {children}
      <div className="ml-auto flex items-center gap-1">
        {state.paused && (
          <span className="text-ink-2" role="status">
            {t('realtime.held', { count: state.held })}
          </span>
        )}
        <IconButton label={label} keys="p" onClick={toggle}>
          {state.paused ? <Play size={16} /> : <Pause size={16} />}
        </IconButton>
        <IconButton label={t('realtime.clear')} onClick={() => log.clear()}>
          <Trash2 size={16} />
        </IconButton>
      </div>
    </div>
  );
}

/** The log, as far as it is asked for. */
function Heard({
  state,
  isJoined,
}: {
  readonly state: LogState;
  readonly isJoined: boolean;
}): ReactNode {
  const [kind, setKind] = useState<Shown>('all');
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const entries = state.entries.filter(
    (entry) =>
      (kind === 'all' || entry.kind === kind) &&
      (wanted === '' || `${entry.title} ${entry.body}`.toLowerCase().includes(wanted)),
  );
  return (
    <>
      <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-1 max-md:px-3">
        <Segmented
          label={t('realtime.show')}
          value={kind}
          options={shownKinds.map((value) => ({ value, label: t(`realtime.log.${value}`) }))}
          onChange={setKind}
          className="max-md:w-full max-md:[&_label]:px-1"
        />
        <SearchField
          label={t('realtime.searchMessages')}
          group={t('area.realtime')}
          className="h-7! max-w-64 max-md:h-10! max-md:max-w-none"
          value={words}
          onChange={setWords}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-auto" tabIndex={entries.length === 0 ? undefined : 0}>
        {entries.length > 0 ? (
          <MessageList entries={entries} />
        ) : (
          <p className="px-4 py-6 text-center text-ink-3">
            {state.entries.length > 0
              ? t('realtime.nothingFits')
              : isJoined
                ? t('realtime.nothingYet')
                : ''}
          </p>
        )}
        {state.dropped > 0 && (
          <p className="px-4 py-3 text-ink-3">{t('realtime.dropped', { count: state.dropped })}</p>
        )}
      </div>
    </>
  );
}

function NoTopic({ canWrite }: { readonly canWrite: boolean }): ReactNode {
  const navigate = useNavigate();
  return (
    <EmptyState
      icon={<RadioTower size={28} strokeWidth={1.5} />}
      title={t('realtime.noTopic')}
      action={
        <Button onClick={() => void navigate({ to: '.', search: { topic: 'room:1' } })}>
          {t('realtime.tryTopic', { topic: 'room:1' })}
        </Button>
      }
    >
      {t(canWrite ? 'realtime.noTopicText' : 'realtime.noTopicViewer')}
    </EmptyState>
  );
}
