import { Check, CircleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { useStore } from '../../../lib/state/store.ts';
import { formatMilliseconds } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { Time } from '../../../ui/layout/time.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { historyOf } from './history-store.ts';

/** What ran in this browser; a press opens it in a tab of its own. */
export function HistorySheet({
  projectRef,
  onClose,
  onOpen,
}: {
  readonly projectRef: string;
  readonly onClose: () => void;
  readonly onOpen: (sql: string) => void;
}): ReactNode {
  const history = historyOf(projectRef);
  const entries = useStore(history.entries);
  const [text, setText] = useState('');
  const found = entries.filter(({ sql }) => sql.toLowerCase().includes(text.toLowerCase()));
  return (
    <Sheet
      open
      name="sql-history"
      title={t('sql.history')}
      subtitle={t('sql.historyText')}
      onClose={onClose}
      {...(entries.length > 0 && {
        footer: <Button onClick={history.clear}>{t('sql.clearHistory')}</Button>,
      })}
    >
      <div className="border-b border-line p-3">
        <Input
          type="search"
          aria-label={t('sql.searchHistory')}
          placeholder={t('sql.searchHistory')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {found.length === 0 && (
        <p className="p-4 text-ink-3">
          {entries.length === 0 ? t('sql.noHistory') : t('combobox.nothing')}
        </p>
      )}
      <ul>
        {found.map((entry) => (
          <li key={entry.at} className="border-b border-line">
            <button
              type="button"
              onClick={() => onOpen(entry.sql)}
              className="block w-full px-4 py-2 text-left -outline-offset-2 hover:bg-stone-1"
            >
              <code className="data line-clamp-3 whitespace-pre-wrap break-words text-ink">
                {entry.sql.trim()}
              </code>
              <span className="mt-1 flex items-center gap-2 text-small text-ink-3">
                {entry.ok ? (
                  <Check size={13} className="shrink-0 text-success" aria-label={t('sql.ok')} />
                ) : (
                  <CircleAlert
                    size={13}
                    className="shrink-0 text-danger"
                    aria-label={t('sql.failed')}
                  />
                )}
                <span className="min-w-0 flex-1 truncate">{entry.note}</span>
                <span>{entry.role}</span>
                <span>{formatMilliseconds(entry.milliseconds)}</span>
                <Time at={new Date(entry.at).toISOString()} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
