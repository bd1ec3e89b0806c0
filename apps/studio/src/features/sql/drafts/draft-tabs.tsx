import { LoaderCircle, Plus, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { cx } from '../../../lib/class-names.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import type { SqlDraft } from './draft-store.ts';

export interface DraftTabsProps {
  readonly drafts: readonly SqlDraft[];
  readonly active: string;
  readonly isRunning: (id: string) => boolean;
  readonly onShow: (id: string) => void;
  readonly onAdd: () => void;
  readonly onClose: (id: string) => void;
  readonly onRename: (id: string, name: string) => void;
}

/** The open scripts. Arrows move between them, a double click or F2 renames. */
export function DraftTabs(props: DraftTabsProps): ReactNode {
  const { drafts, active } = props;
  const [renaming, setRenaming] = useState<string | null>(null);
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const at = drafts.findIndex(({ id }) => id === active);
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = drafts[(at + step + drafts.length) % drafts.length];
    if (step !== 0 && next !== undefined) {
      event.preventDefault();
      props.onShow(next.id);
      const tab = event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.id}"]`);
      tab?.focus();
    }
    if (event.key === 'F2') setRenaming(active);
    if (event.key === 'Delete') props.onClose(active);
  };
  return (
    <div className="flex min-w-0 flex-1 items-stretch">
      <div
        role="tablist"
        aria-label={t('sql.tabs')}
        tabIndex={-1}
        onKeyDown={onKey}
        className="flex min-w-0 items-stretch overflow-x-auto [scrollbar-width:none]"
      >
        {drafts.map((draft) =>
          renaming === draft.id ? (
            <RenameField
              key={draft.id}
              name={draft.name}
              onDone={(name) => {
                setRenaming(null);
                if (name !== '') props.onRename(draft.id, name);
              }}
            />
          ) : (
            <button
              key={draft.id}
              type="button"
              role="tab"
              data-tab={draft.id}
              aria-selected={draft.id === active}
              tabIndex={draft.id === active ? 0 : -1}
              onClick={() => props.onShow(draft.id)}
              onDoubleClick={() => setRenaming(draft.id)}
              onAuxClick={(event) => event.button === 1 && props.onClose(draft.id)}
              className={cx(
                'group relative flex min-h-11 max-w-52 shrink-0 items-center gap-1.5 border-r border-line pl-4 pr-8 -outline-offset-2',
                draft.id === active
                  ? 'bg-paper font-medium text-ink after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:bg-verdigris'
                  : 'text-ink-2 hover:text-ink',
              )}
            >
              {props.isRunning(draft.id) && (
                <LoaderCircle size={13} className="shrink-0 animate-spin text-verdigris-deep" />
              )}
              <span className="truncate">{draft.name}</span>
              <span
                aria-hidden="true"
                onClick={(event) => {
                  event.stopPropagation();
                  props.onClose(draft.id);
                }}
                className="absolute right-1.5 grid size-6 place-items-center rounded-mark text-ink-3 opacity-0 hover:bg-stone-3 hover:text-ink group-hover:opacity-100 group-aria-selected:opacity-100"
              >
                <X size={13} />
              </span>
            </button>
          ),
        )}
      </div>
      <IconButton
        label={t('sql.newTab')}
        keys="alt+t"
        onClick={props.onAdd}
        className="mx-1 self-center"
      >
        <Plus size={16} />
      </IconButton>
    </div>
  );
}

function RenameField({
  name,
  onDone,
}: {
  readonly name: string;
  readonly onDone: (name: string) => void;
}): ReactNode {
  const [text, setText] = useState(name);
  return (
    <input
      aria-label={t('sql.rename', { name })}
      // biome-ignore lint/a11y/noAutofocus: renaming was asked for
      autoFocus
      value={text}
      onChange={(event) => setText(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => onDone(text.trim())}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') onDone(text.trim());
        if (event.key === 'Escape') onDone('');
      }}
      className="w-44 border-r border-line bg-paper px-4 font-medium text-ink outline-none"
    />
  );
}
