import type {
  RealtimeChannel,
  RealtimePostgresChangesPayload,
  RealtimePresenceState,
} from '@supabase/realtime-js';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { JoinedChannel } from '../../../api/project-realtime.ts';
import { useRealtime } from '../../../api/use-realtime.ts';
import { now } from '../../../lib/browser.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { MessageLog } from './message-log.ts';

/** How the page stands to its topic. */
export type TopicState = 'idle' | 'joining' | 'joined' | 'lost' | 'refused';

/** Who is there, by presence key. */
export type PresentMembers = ReadonlyMap<string, string>;

export interface TopicView {
  readonly state: TopicState;
  /** Why the join was refused. */
  readonly reason: string | null;
  readonly log: MessageLog;
  readonly present: PresentMembers;
  /** Sends a broadcast; `error` where the server would not have it or did not answer. */
  readonly send: (event: string, payload: unknown) => Promise<'ok' | 'error'>;
  /** Joins anew after a refusal. */
  readonly retry: () => void;
}

export interface TopicChoice {
  /** Undefined: none. */
  readonly topic: string | undefined;
  readonly isPrivate: boolean;
  /** `public.notes`; undefined: no database changes. */
  readonly changes: string | undefined;
}

/** Entries that are kept, and the pause in which a flood gathers, in milliseconds. */
const kept = 500;
const gathering = 100;

const nobody: PresentMembers = new Map();

/** A topic as it is listened to: joined while the page is open, heard into a log. */
export function useTopic(ref: string, { topic, isPrivate, changes }: TopicChoice): TopicView {
  const realtime = useRealtime(ref);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<TopicState>('idle');
  const [reason, setReason] = useState<string | null>(null);
  const [present, setPresent] = useState<PresentMembers>(nobody);
  const joined = useRef<RealtimeChannel | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another topic has another log
  const log = useMemo(
    () => new MessageLog({ most: kept, now, soon: (work) => void setTimeout(work, gathering) }),
    [ref, topic, isPrivate],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` joins anew
  useEffect(() => {
    setPresent(nobody);
    setReason(null);
    if (topic === undefined || realtime === undefined) {
      setState(topic === undefined ? 'idle' : 'joining');
      return undefined;
    }
    let isOver = false;
    let hasJoined = false;
    let held: JoinedChannel | undefined;
    setState('joining');
    const end = (): void => {
      isOver = true;
      joined.current = null;
      held?.leave();
    };
    const refuse = (why: string): void => {
      end();
      setReason(why);
      setState('refused');
    };
    const config = {
      private: isPrivate,
      broadcast: { ack: true, self: false },
      presence: { key: '', enabled: true },
    };
    realtime
      .channel(topic, { config })
      .then((opened) => {
        held = opened;
        if (isOver) {
          opened.leave();
          return;
        }
        const { channel } = opened;
        listen(channel, changes, log, setPresent);
        channel.subscribe((status, error) => {
          if (isOver) return;
          if (status === 'SUBSCRIBED') {
            hasJoined = true;
            joined.current = channel;
            setState('joined');
          } else if (status === 'CHANNEL_ERROR' && !hasJoined && isAnswer(error)) {
            refuse(error?.message ?? '');
          } else if (status === 'CLOSED') {
            refuse(t('realtime.closedByServer'));
          } else setState('lost');
        });
      })
      .catch((error: unknown) => {
        if (!isOver) refuse(error instanceof Error ? error.message : String(error));
      });
    return end;
  }, [realtime, topic, isPrivate, changes, log, attempt]);

  const send: TopicView['send'] = async (event, payload) => {
    const channel = joined.current;
    if (channel === null) return 'error';
    const answer = await channel.send({ type: 'broadcast', event, payload });
    if (answer !== 'ok') return 'error';
    log.add({
      kind: 'broadcast',
      title: t('realtime.sentEvent', { event }),
      body: JSON.stringify(payload),
    });
    return 'ok';
  };
  return { state, reason, log, present, send, retry: () => setAttempt((number) => number + 1) };
}

/** True of what the server said; a connection that breaks is not for it to refuse. */
const isAnswer = (error: Error | undefined): boolean =>
  error?.cause !== undefined && typeof error.cause === 'object' && 'reason' in (error.cause ?? {});

/** Hears all that a channel can tell. */
function listen(
  channel: RealtimeChannel,
  changes: string | undefined,
  log: MessageLog,
  setPresent: (present: PresentMembers) => void,
): void {
  channel.on('broadcast', { event: '*' }, ({ event, payload }) =>
    log.add({ kind: 'broadcast', title: event, body: bodyOf(payload) }),
  );
  channel.on('presence', { event: 'sync' }, () => setPresent(membersOf(channel.presenceState())));
  channel.on('presence', { event: 'join' }, ({ key, newPresences }) =>
    log.add({ kind: 'presence', title: t('realtime.came', { key }), body: bodyOf(newPresences) }),
  );
  channel.on('presence', { event: 'leave' }, ({ key, leftPresences }) =>
    log.add({ kind: 'presence', title: t('realtime.went', { key }), body: bodyOf(leftPresences) }),
  );
  channel.on('system', {}, (payload: { readonly message?: unknown }) =>
    log.add({ kind: 'system', title: t('realtime.server'), body: String(payload.message ?? '') }),
  );
  if (changes === undefined) return;
  const [schema = 'public', ...table] = changes.split('.');
  channel.on(
    'postgres_changes',
    { event: '*', schema, table: table.join('.') },
    ({ eventType, new: row, old, errors }: RealtimePostgresChangesPayload<object>) =>
      log.add({
        kind: 'change',
        title: `${eventType} ${changes}`,
        body: bodyOf({
          ...(eventType !== 'DELETE' && { new: row }),
          ...(eventType !== 'INSERT' && { old }),
          ...(errors && { errors }),
        }),
      }),
  );
}

function bodyOf(payload: unknown): string {
  if (payload instanceof ArrayBuffer) return t('realtime.bytes', { count: payload.byteLength });
  return JSON.stringify(payload) ?? '';
}

function membersOf(state: RealtimePresenceState): PresentMembers {
  return new Map(
    Object.entries(state).map(([key, metas]) => [
      key,
      JSON.stringify(metas.map(({ presence_ref: _, ...meta }) => meta)),
    ]),
  );
}
