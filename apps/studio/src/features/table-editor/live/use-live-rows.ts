import type { RowFilter, TableDetails } from '@plinth/console/api';
import type { RealtimeChannel } from '@supabase/realtime-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { JoinedChannel } from '../../../api/project-realtime.ts';
import { queries } from '../../../api/queries.ts';
import { useApi, useProjectApi } from '../../../api/use-api.ts';
import { useCanWrite } from '../../../api/use-can-write.ts';
import { useRealtime } from '../../../api/use-realtime.ts';
import { now, randomId } from '../../../lib/browser.ts';
import type { EditStore } from '../edits/edit-store.ts';
import { encodeRowKey } from '../rows/row-key.ts';
import type { RowWindow } from '../rows/row-window.ts';
import { type ChangeBatch, ChangeGatherer } from './gather-changes.ts';
import { markConflicts } from './mark-conflicts.ts';

/** Whether changes of others appear: `off` where the table does not tell of them, or this member may not be told. */
export type LiveState =
  | { readonly is: 'unknown' | 'off' | 'connecting' | 'on' | 'lost' }
  | { readonly is: 'refused'; readonly reason: string };

export interface LiveRows {
  readonly state: LiveState;
  /** How often rows have changed since the page was opened, for who does not see it. */
  readonly heard: number;
}

/** Milliseconds in which changes come together, and between two loads at least. */
const pause = 150;
const rest = 800;

/** Follows others' changes of a table: rows in sight are loaded again, staged changes that they touch are marked. */
export function useLiveRows(
  ref: string,
  table: TableDetails,
  view: {
    readonly window: RowWindow;
    readonly store: EditStore;
    readonly filters: readonly RowFilter[];
  },
): LiveRows {
  const api = useApi();
  const projectApi = useProjectApi(ref);
  const queryClient = useQueryClient();
  const realtime = useRealtime(ref);
  const canWrite = useCanWrite(ref);
  const { data: tables } = useQuery(queries.realtimeTables(api, ref));
  const [state, setState] = useState<LiveState>({ is: 'unknown' });
  const [heard, setHeard] = useState(0);
  const { id, schema, name, primaryKey } = table;
  const published = tables?.some((one) => one.id === id && one.publishedBy !== null);
  const isKnown = tables !== undefined;
  const isWanted = canWrite && published === true && primaryKey.length > 0;

  const deliver = (batch: ChangeBatch): void => {
    const { window, store, filters } = view;
    setHeard((count) => count + batch.touched.size);
    window.follow({ ...batch, by: filters.length === 0 ? batch.by : 0 });
    void markConflicts(store, batch.touched, { projectApi, tableId: id });
    void queryClient.invalidateQueries({ queryKey: ['project', ref, 'row', id] });
  };
  const latest = useRef(deliver);
  const window = useRef(view.window);
  useEffect(() => {
    latest.current = deliver;
    window.current = view.window;
  });

  const columns = primaryKey.join('\n');
  useEffect(() => {
    if (!isKnown) return undefined;
    if (!isWanted || realtime === undefined) {
      setState({ is: isWanted ? 'connecting' : 'off' });
      return undefined;
    }
    setState({ is: 'connecting' });
    let isOver = false;
    let held: JoinedChannel | undefined;
    let times = 0;
    const gatherer = new ChangeGatherer({
      deliver: (batch) => latest.current(batch),
      pause,
      rest,
      now,
    });
    const refuse = (reason: string): void => {
      if (!isOver) setState({ is: 'refused', reason });
    };
    realtime
      .channel(`studio:${schema}.${name}:${randomId()}`)
      .then((opened) => {
        held = opened;
        if (isOver) {
          opened.leave();
          return;
        }
        const { channel } = opened;
        hear(channel, { schema, name, key: columns.split('\n') }, gatherer);
        channel.on('system', {}, ({ status, message, extension }: SystemMessage) => {
          if (isOver || extension !== 'postgres_changes') return;
          if (status === 'ok') {
            // What happened until then nobody has told.
            if (times > 0) window.current.refresh();
            times += 1;
            setState({ is: 'on' });
          } else refuse(message);
        });
        channel.subscribe((status) => {
          if (!isOver && status !== 'SUBSCRIBED') setState({ is: 'lost' });
        });
      })
      .catch((error: unknown) => refuse(error instanceof Error ? error.message : String(error)));
    return () => {
      isOver = true;
      gatherer.close();
      held?.leave();
    };
  }, [realtime, isKnown, isWanted, schema, name, columns]);

  return { state, heard };
}

interface SystemMessage {
  readonly status: string;
  readonly message: string;
  readonly extension: string;
}

type Row = Readonly<Record<string, unknown>>;

/** Only the keys are asked for: the rows themselves are loaded in their order. */
function hear(
  channel: RealtimeChannel,
  { schema, name, key }: { schema: string; name: string; key: readonly string[] },
  gatherer: ChangeGatherer,
): void {
  const idOf = (row: Row): string =>
    encodeRowKey(Object.fromEntries(key.map((column) => [column, String(row[column])])));
  const has = (row: Row): boolean => key.every((column) => row[column] !== undefined);
  channel.on<Record<string, unknown>>(
    'postgres_changes',
    { event: '*', schema, table: name, select: [...key] },
    ({ eventType, new: row, old }) => {
      if (eventType === 'DELETE') {
        if (has(old)) gatherer.add({ kind: 'delete', id: idOf(old) });
      } else if (eventType === 'INSERT') gatherer.add({ kind: 'insert', id: idOf(row) });
      else gatherer.add({ kind: 'update', id: idOf(row), ...(has(old) && { oldId: idOf(old) }) });
    },
  );
}
