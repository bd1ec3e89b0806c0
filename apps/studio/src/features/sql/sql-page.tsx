import { useParams } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { useDocumentTitle } from '../../app/document-title.ts';
import { useStatusLine } from '../../app/status-line.ts';
import { t } from '../../lib/i18n/translate.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useStore } from '../../lib/state/store.ts';
import { useIsNarrow } from '../../lib/use-media.ts';
import { usePaneWidth } from '../../ui/layout/pane-width.ts';
import { ResizeHandle } from '../../ui/layout/resize-handle.tsx';
import { announce } from '../../ui/overlays/toasts.tsx';
import type { SqlDraft } from './drafts/draft-store.ts';
import { DraftTabs } from './drafts/draft-tabs.tsx';
import { useDraftStore, useTabInUrl } from './drafts/use-drafts.ts';
import { useCompletion } from './editor/completion.ts';
import type { SqlEditorHandle } from './editor/sql-editor.tsx';
import { DangerDialog } from './guard/danger-dialog.tsx';
import { type Danger, findDangers } from './guard/dangers.ts';
import { HistorySheet } from './history/history-sheet.tsx';
import { problemOf } from './results/problem.ts';
import { ResultPane } from './results/result-pane.tsx';
import { useRuns } from './results/use-run.ts';
import { SqlToolbar } from './sql-toolbar.tsx';

const SqlEditor = lazy(() =>
  import('./editor/sql-editor.tsx').then((module) => ({ default: module.SqlEditor })),
);

interface Asked {
  readonly dangers: readonly Danger[];
  readonly sql: string;
  readonly from: number;
  readonly draft: SqlDraft;
}

/** Scripts in tabs above, what they came to below. */
export function SqlPage(): ReactNode {
  const { ref } = useParams({ from: '/project/$ref' });
  const store = useDraftStore(ref);
  const { drafts, active, kept } = useStore(store.state);
  useTabInUrl(store, active);
  const runs = useRuns(ref);
  const completion = useCompletion(ref);
  const editor = useRef<SqlEditorHandle>(null);
  const narrow = useIsNarrow();
  const pane = usePaneWidth('sql.results', 320, 120, 1200);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [historyOpen, setHistoryOpen] = useState(false);
  const draft = drafts.find((one) => one.id === active) ?? drafts[0];
  const state = runs.of(draft?.id ?? '');
  const problem = useMemo(() => problemOf(state.outcome), [state.outcome]);

  const run = (): void => {
    if (draft === undefined || state.since !== null) return;
    const { sql, from } = editor.current?.text() ?? { sql: draft.sql, from: 0 };
    if (sql.trim() === '') return;
    const dangers = findDangers(sql);
    if (dangers.length > 0) setAsked({ dangers, sql, from, draft });
    else runs.run(draft, sql, from);
  };
  const close = (id: string): void => {
    const closed = drafts.find((one) => one.id === id);
    store.close(id);
    if (closed !== undefined && closed.sql.trim() !== '')
      announce({
        kind: 'info',
        title: t('sql.closed', { name: closed.name }),
        action: { label: t('sql.reopen'), run: () => store.reopen() },
      });
  };
  useSqlShortcuts({
    run,
    add: () => store.add(),
    close: () => close(active),
    showHistory: () => setHistoryOpen(true),
  });
  useSqlStatus(draft, state.outcome, kept);
  useDocumentTitle(draft?.name, t('area.sql'));

  if (draft === undefined) return null;
  const toolbar = (
    <SqlToolbar
      draft={draft}
      state={state}
      onChange={(change) => store.change(draft.id, change)}
      onHistory={() => setHistoryOpen(true)}
      onRun={run}
      onCancel={() => runs.cancel(draft.id)}
    />
  );
  return (
    <div className="flex h-full flex-col">
      <h1 className="sr-only">{t('area.sql')}</h1>
      <div className="flex shrink-0 items-stretch border-b border-line bg-stone-1">
        <DraftTabs
          drafts={drafts}
          active={draft.id}
          isRunning={(id) => runs.of(id).since !== null}
          onShow={(id) => store.show(id)}
          onAdd={() => {
            store.add();
            editor.current?.focus();
          }}
          onClose={close}
          onRename={(id, name) => store.change(id, { name })}
        />
        {!narrow && toolbar}
      </div>
      <div className="min-h-16 flex-1">
        <Suspense fallback={<EditorSkeleton sql={draft.sql} />}>
          <SqlEditor
            ref={editor}
            draftId={draft.id}
            sql={draft.sql}
            label={t('sql.editor')}
            completion={completion}
            problem={problem}
            onChange={(sql) => store.change(draft.id, { sql })}
            onRun={run}
          />
        </Suspense>
      </div>
      {narrow && <div className="shrink-0 border-t border-line bg-stone-1">{toolbar}</div>}
      <section
        aria-label={t('sql.results')}
        className="relative max-h-[75%] shrink-0 border-t border-line"
        style={{ height: pane.width }}
      >
        <ResizeHandle pane={pane} side="top" label={t('sql.resizeResults')} />
        <ResultPane
          state={state}
          onShowProblem={() => problem !== null && editor.current?.select(problem.from, problem.to)}
        />
      </section>
      {asked !== null && (
        <DangerDialog
          dangers={asked.dangers}
          onClose={() => setAsked(null)}
          onRun={() => {
            setAsked(null);
            runs.run(asked.draft, asked.sql, asked.from);
          }}
        />
      )}
      {historyOpen && (
        <HistorySheet
          projectRef={ref}
          onClose={() => setHistoryOpen(false)}
          onOpen={(sql) => {
            setHistoryOpen(false);
            store.add({ sql });
          }}
        />
      )}
    </div>
  );
}

function useSqlShortcuts(actions: {
  readonly run: () => void;
  readonly add: () => void;
  readonly close: () => void;
  readonly showHistory: () => void;
}): void {
  const shared = { group: t('area.sql'), typing: true };
  useShortcut({ ...shared, keys: 'mod+Enter', label: t('sql.run'), run: actions.run });
  useShortcut({ ...shared, keys: 'alt+t', label: t('sql.newTab'), run: actions.add });
  useShortcut({ ...shared, keys: 'alt+w', label: t('sql.closeTab'), run: actions.close });
  useShortcut({ ...shared, keys: 'alt+h', label: t('sql.history'), run: actions.showHistory });
}

function useSqlStatus(
  draft: SqlDraft | undefined,
  outcome: ReturnType<ReturnType<typeof useRuns>['of']>['outcome'],
  kept: boolean,
): void {
  // Of several results the tabs tell; one line cannot.
  const [only, ...others] = outcome?.results ?? [];
  useStatusLine({
    role: draft?.role ?? 'postgres',
    ...(only !== undefined &&
      others.length === 0 &&
      outcome?.failure === null && { rows: only.tag }),
    ...(outcome !== null && { milliseconds: outcome.milliseconds }),
    ...(!kept && { note: t('sql.notKept') }),
  });
}

const EditorSkeleton = ({ sql }: { readonly sql: string }): ReactNode => (
  <pre className="data h-full overflow-hidden py-2 pl-12 text-[13px] leading-[21px] text-ink-2">
    {sql}
  </pre>
);
