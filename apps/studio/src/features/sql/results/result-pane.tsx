import { CircleAlert, CircleStop, SquareTerminal } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { now } from '../../../lib/browser.ts';
import { cx } from '../../../lib/class-names.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { keyNames } from '../../../lib/shortcuts.ts';
import { formatMilliseconds, formatNumber } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ErrorNote } from '../../../ui/layout/error-note.tsx';
import { Pedestal } from '../../../ui/layout/pedestal.tsx';
import { statementsOf } from '../guard/tokens.ts';
import { CopyResult } from './copy-result.tsx';
import { problemLine } from './problem.ts';
import { ResultGrid } from './result-grid.tsx';
import type { RunOutcome, RunState } from './use-run.ts';

/** What the last run of a script came to. */
export function ResultPane({
  state,
  onShowProblem,
}: {
  readonly state: RunState;
  readonly onShowProblem: () => void;
}): ReactNode {
  const { outcome, since } = state;
  if (since !== null) return <Running since={since} />;
  if (outcome === null)
    return (
      <div className="grid h-full place-content-center justify-items-center p-4 text-center">
        <div className="max-md:hidden">
          <Pedestal>
            <SquareTerminal size={26} strokeWidth={1.5} />
          </Pedestal>
        </div>
        <p className="mt-3 text-ink-2">
          {t('sql.nothingYet', { keys: keyNames('mod+Enter').join(' ') })}
        </p>
      </div>
    );
  return <Outcome outcome={outcome} onShowProblem={onShowProblem} />;
}

function Running({ since }: { readonly since: number }): ReactNode {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 100);
    return () => clearInterval(timer);
  }, []);
  return (
    <div role="status" className="h-full overflow-hidden">
      <p className="flex h-9 items-center border-b border-line px-4 text-ink-2">
        {t('sql.running', { time: formatMilliseconds(now() - since) })}
      </p>
      {[70, 45, 60, 52].map((width) => (
        <div key={width} className="flex h-8 items-center gap-8 border-b border-line/60 px-4">
          <span className="skeleton h-3 w-24" />
          <span className="skeleton h-3" style={{ width: `${width / 2}%` }} />
          <span className="skeleton h-3 w-32" />
        </div>
      ))}
    </div>
  );
}

function Outcome({
  outcome,
  onShowProblem,
}: {
  readonly outcome: RunOutcome;
  readonly onShowProblem: () => void;
}): ReactNode {
  const { results, failure, error } = outcome;
  const failed = failure !== null || error !== null;
  const cancelled = failure?.cancelled === true;
  const lastWithRows = results.findLastIndex((result) => result.columns.length > 0);
  const [chosen, setChosen] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another outcome is looked at from its own start
  useEffect(() => setChosen(null), [outcome]);
  const at =
    chosen ?? (failed ? results.length : lastWithRows < 0 ? results.length - 1 : lastWithRows);
  const shown = results[at];
  return (
    <div className="flex h-full flex-col">
      <div className="flex min-h-9 shrink-0 items-stretch border-b border-line pr-2">
        <div className="flex min-w-0 flex-1 items-stretch overflow-x-auto pl-2">
          {results.map((result, index) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: results are their place in the script
              key={index}
              type="button"
              aria-pressed={index === at}
              onClick={() => setChosen(index)}
              className={tabClass(index === at)}
            >
              {results.length > 1 && <span className="text-ink-3">{index + 1}</span>}
              {result.tag}
            </button>
          ))}
          {failed && (
            <button
              type="button"
              aria-pressed={at === results.length}
              onClick={() => setChosen(results.length)}
              className={cx(tabClass(at === results.length), !cancelled && 'text-danger!')}
            >
              {cancelled ? <CircleStop size={14} /> : <CircleAlert size={14} />}
              {cancelled ? t('sql.cancelled') : t('sql.failed')}
            </button>
          )}
        </div>
        {shown !== undefined && shown.columns.length > 0 && <CopyResult result={shown} />}
        <span className="self-center whitespace-nowrap pl-2 text-ink-3">
          {formatMilliseconds(outcome.milliseconds)}
        </span>
      </div>
      {outcome.notices.length > 0 && <Notices outcome={outcome} />}
      <div className="min-h-0 flex-1">
        {shown === undefined ? (
          <Failure outcome={outcome} onShowProblem={onShowProblem} />
        ) : shown.columns.length === 0 ? (
          <p className="px-4 py-3 text-ink-2">{t('sql.noRows', { tag: shown.tag })}</p>
        ) : (
          <div className="flex h-full flex-col">
            {shown.truncated && (
              <p className="border-b border-line bg-warning-wash px-4 py-1 text-ink">
                {t('sql.truncated', { rows: formatNumber(shown.rows.length) })}
              </p>
            )}
            <div className="min-h-0 flex-1">
              <ResultGrid result={shown} />
            </div>
          </div>
        )}
      </div>
    </div>
  );
}

const tabClass = (on: boolean): string =>
  cx(
    'relative flex shrink-0 items-center gap-1.5 whitespace-nowrap px-3 -outline-offset-2',
    on
      ? 'font-medium text-ink after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:bg-verdigris'
      : 'text-ink-2 hover:text-ink',
  );

/** True for scripts that begin and end transactions themselves: what came before may be there to stay. */
const holdsTransaction = (sql: string): boolean =>
  statementsOf(sql).some(([first]) => /^(?:begin|start|commit|end)$/.test(first?.text ?? ''));

/** What the script and the server had to say besides. */
function Notices({ outcome }: { readonly outcome: RunOutcome }): ReactNode {
  return (
    <ul className="max-h-24 shrink-0 overflow-auto border-b border-line bg-stone-1">
      {outcome.notices.map((notice, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notices are nothing but their place
        <li key={index} className="flex gap-2 px-4 py-1 text-ink-2">
          <span className="data text-ink-3">{notice.severity}</span>
          <span className="min-w-0 break-words">{notice.message}</span>
        </li>
      ))}
    </ul>
  );
}

function Failure({
  outcome,
  onShowProblem,
}: {
  readonly outcome: RunOutcome;
  readonly onShowProblem: () => void;
}): ReactNode {
  const { failure, error, results, sql } = outcome;
  const line = problemLine(outcome);
  if (error !== null)
    return (
      <div className="p-4">
        <ErrorNote title={t('sql.notRun')} error={error} />
      </div>
    );
  if (failure === null) return null;
  return (
    <div className="h-full overflow-auto p-4">
      <div role="alert" className="flex gap-2">
        {failure.cancelled ? (
          <CircleStop size={16} className="mt-0.5 shrink-0 text-ink-3" />
        ) : (
          <CircleAlert size={16} className="mt-0.5 shrink-0 text-danger" />
        )}
        <div className="min-w-0">
          <p className="break-words font-medium text-ink">
            {failure.message}
            <code className="data ml-2 font-normal text-ink-3">{failure.sqlState}</code>
          </p>
          {failure.detail !== null && <p className="break-words text-ink-2">{failure.detail}</p>}
          {failure.hint !== null && <p className="break-words text-ink-2">{failure.hint}</p>}
          {!holdsTransaction(sql) && (
            <p className="mt-1 text-ink-3">
              {results.length > 0
                ? t('sql.rolledBackAfter', { count: results.length })
                : t('sql.rolledBack')}
            </p>
          )}
          {line !== null && (
            <Button size="small" className="mt-2" onClick={onShowProblem}>
              {t('sql.showProblem', { line })}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
