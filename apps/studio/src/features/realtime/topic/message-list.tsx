import { ChevronRight, Database, MessageSquare, Server, UserRound } from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import { cx } from '../../../lib/class-names.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { formatExact } from '../../../lib/text/format.ts';
import { isJson, prettyJson } from '../../../lib/text/json-layout.ts';
import { CodeBlock } from '../../../ui/layout/code-block.tsx';
import type { LogEntry, LogKind } from './message-log.ts';

const icons: Readonly<Record<LogKind, ReactNode>> = {
  broadcast: <MessageSquare size={14} />,
  presence: <UserRound size={14} />,
  change: <Database size={14} />,
  system: <Server size={14} />,
};

/** Characters of a message that fit on its line anyway. */
const oneLine = 300;

/** What was heard, the newest first; each opens to all of it. */
export function MessageList({ entries }: { readonly entries: readonly LogEntry[] }): ReactNode {
  return (
    <ol aria-label={t('realtime.messages')}>
      {entries.map((entry) => (
        <Message key={entry.id} entry={entry} />
      ))}
    </ol>
  );
}

const Message = memo(function Message({ entry }: { readonly entry: LogEntry }): ReactNode {
  const [open, setOpen] = useState(false);
  const { at, kind, title, body } = entry;
  return (
    <li
      className={cx(
        'border-b border-line/60 [contain-intrinsic-size:auto_33px]',
        !open && '[content-visibility:auto]',
      )}
    >
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-(--row) w-full items-center gap-2 px-4 text-left -outline-offset-2 hover:bg-stone-1 max-md:min-h-12 max-md:flex-wrap max-md:gap-y-0 max-md:px-3 max-md:py-1.5"
      >
        <ChevronRight
          size={14}
          aria-hidden="true"
          className={cx('shrink-0 text-ink-3', open && 'rotate-90')}
        />
        <time title={formatExact(at)} className="data shrink-0 text-ink-3">
          {clock(at)}
        </time>
        <span className="inline-flex w-24 shrink-0 items-center gap-1.5 text-ink-2 max-md:w-auto">
          {icons[kind]}
          <span className="max-md:sr-only">{t(`realtime.log.${kind}`)}</span>
        </span>
        <span className="data truncate text-ink max-md:min-w-0 max-md:flex-1 md:max-w-64 md:shrink-0">
          {title}
        </span>
        <span className="data min-w-0 flex-1 truncate text-ink-3 max-md:basis-full max-md:pl-5.5">
          {body.slice(0, oneLine)}
        </span>
      </button>
      {open && (
        <div className="px-4 pb-3 pl-10 max-md:pl-4">
          {isJson(body) ? (
            <CodeBlock label={title} code={prettyJson(body)} />
          ) : (
            <p className="text-ink">{body}</p>
          )}
        </div>
      )}
    </li>
  );
});

/** `14:03:27.041` */
function clock(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two);
  return `${parts.join(':')}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}
