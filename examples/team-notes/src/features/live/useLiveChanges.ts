import type { RealtimePostgresChangesPayload } from '@supabase/supabase-js';
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Database } from '../../lib/database.types';
import { supabase } from '../../lib/supabase';
import { forgetNote, knowsVersion, rememberChange } from '../notes/notes';

type Row<Table extends keyof Database['public']['Tables']> =
  Database['public']['Tables'][Table]['Row'];
type Change<Table extends keyof Database['public']['Tables']> = RealtimePostgresChangesPayload<
  Row<Table>
>;

/** What is asked for again is gathered for so long, in milliseconds: many changes often come together. */
const pause = 150;

/** Marks queries as stale, each once in a while. */
class Refresher {
  readonly #queryClient: QueryClient;
  readonly #keys = new Map<string, QueryKey>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient;
  }

  refresh(...keys: QueryKey[]) {
    for (const key of keys) this.#keys.set(JSON.stringify(key), key);
    this.#timer ??= setTimeout(() => this.#flush(), pause);
  }

  stop() {
    clearTimeout(this.#timer);
  }

  #flush() {
    this.#timer = undefined;
    for (const queryKey of this.#keys.values()) {
      void this.#queryClient.invalidateQueries({ queryKey });
    }
    this.#keys.clear();
  }
}

/** Keeps the screen as the database is: what others change shows by itself. */
export function useLiveChanges() {
  const queryClient = useQueryClient();

  useEffect(() => {
    const refresher = new Refresher(queryClient);

    function onNote(change: Change<'notes'>) {
      if (change.eventType === 'UPDATE') {
        // What was saved here is on the screen already.
        if (knowsVersion(queryClient, change.new)) return;
        rememberChange(queryClient, change.new);
      }
      if (change.eventType === 'DELETE' && change.old.id) forgetNote(queryClient, change.old.id);
      if (change.eventType !== 'UPDATE') refresher.refresh(['notebooks']);
      refresher.refresh(['notes'], ['search']);
    }

    function onAttachment(change: Change<'attachments'>) {
      const noteId = change.eventType === 'DELETE' ? change.old.note_id : change.new.note_id;
      refresher.refresh(['attachments', noteId], ['notes']);
    }

    const all = { event: '*', schema: 'public' } as const;
    const channel = supabase
      .channel('workspace')
      .on('postgres_changes', { ...all, table: 'notes' }, onNote)
      .on('postgres_changes', { ...all, table: 'attachments' }, onAttachment)
      .on('postgres_changes', { ...all, table: 'notebooks' }, () =>
        refresher.refresh(['notebooks']),
      )
      .on('postgres_changes', { ...all, table: 'notebook_members' }, () =>
        refresher.refresh(['notebooks'], ['notes']),
      )
      .on('postgres_changes', { ...all, table: 'announcements' }, () =>
        refresher.refresh(['announcements']),
      )
      .subscribe((status) => {
        // What happened between the first look and now, or while the connection was away.
        if (status === 'SUBSCRIBED') void queryClient.invalidateQueries();
      });
    return () => {
      refresher.stop();
      void supabase.removeChannel(channel);
    };
  }, [queryClient]);
}
