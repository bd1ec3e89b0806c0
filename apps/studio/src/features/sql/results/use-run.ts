import type { SqlFailure, SqlNotice, SqlResult } from '@plinth/console/api';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { schemaChanged } from '../../../api/queries.ts';
import { useProjectApi } from '../../../api/use-api.ts';
import { now, randomUuid } from '../../../lib/browser.ts';
import type { SqlDraft } from '../drafts/draft-store.ts';
import { mayChangeSchema } from '../guard/dangers.ts';
import { historyOf } from '../history/history-store.ts';

/** What a script came to. `from` is where it began in the draft. */
export interface RunOutcome {
  readonly results: readonly SqlResult[];
  readonly failure: SqlFailure | null;
  readonly notices: readonly SqlNotice[];
  /** The call itself failed. */
  readonly error: unknown;
  readonly milliseconds: number;
  readonly sql: string;
  readonly from: number;
  /** The draft's line, from 1, on which the script began. */
  readonly firstLine: number;
}

export interface RunState {
  /** When it began, in milliseconds since 1970; null while nothing runs. */
  readonly since: number | null;
  readonly cancelling: boolean;
  readonly outcome: RunOutcome | null;
}

const idle: RunState = { since: null, cancelling: false, outcome: null };

export interface Runs {
  readonly of: (draftId: string) => RunState;
  readonly run: (draft: SqlDraft, sql: string, from: number) => void;
  readonly cancel: (draftId: string) => void;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** Runs scripts, one per draft at a time, and keeps what they came to as long as the page is open. */
export function useRuns(ref: string): Runs {
  const projectApi = useProjectApi(ref);
  const queryClient = useQueryClient();
  const [states, setStates] = useState<ReadonlyMap<string, RunState>>(new Map());
  const ids = useRef(new Map<string, string>());
  const set = useCallback((draftId: string, change: Partial<RunState>): void => {
    setStates((all) => new Map(all).set(draftId, { ...(all.get(draftId) ?? idle), ...change }));
  }, []);

  const run = (draft: SqlDraft, sql: string, from: number): void => {
    if (ids.current.has(draft.id)) return;
    const id = randomUuid();
    const since = now();
    const firstLine = draft.sql.slice(0, from).split('\n').length;
    ids.current.set(draft.id, id);
    set(draft.id, { since, cancelling: false });
    const finish = (outcome: RunOutcome): void => {
      ids.current.delete(draft.id);
      set(draft.id, { since: null, cancelling: false, outcome });
      const failed = outcome.failure !== null || outcome.error !== null;
      historyOf(ref).add({
        sql,
        role: draft.role,
        at: since,
        milliseconds: outcome.milliseconds,
        ok: !failed,
        note:
          outcome.failure?.message ??
          (outcome.error === null ? (outcome.results.at(-1)?.tag ?? '') : messageOf(outcome.error)),
      });
      if (!failed && mayChangeSchema(sql)) void schemaChanged(queryClient, ref);
    };
    projectApi
      .runSql({
        id,
        sql,
        role: draft.role,
        ...(draft.role === 'authenticated' &&
          draft.userId !== '' && { claims: { sub: draft.userId, role: 'authenticated' } }),
      })
      .then((answer) => finish({ ...answer, error: null, sql, from, firstLine }))
      .catch((error: unknown) =>
        finish({
          results: [],
          failure: null,
          notices: [],
          error,
          milliseconds: now() - since,
          sql,
          from,
          firstLine,
        }),
      );
  };

  const cancel = (draftId: string): void => {
    const id = ids.current.get(draftId);
    if (id === undefined) return;
    set(draftId, { cancelling: true });
    projectApi.cancelSql(id).catch(() => set(draftId, { cancelling: false }));
  };

  return { of: (draftId) => states.get(draftId) ?? idle, run, cancel };
}
