import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from '../../lib/class-names.ts';
import { t } from '../../lib/i18n/translate.ts';
import { rank } from '../../lib/text/fuzzy.ts';

/** Something to choose. */
export interface ListOption {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
  readonly group?: string;
  readonly icon?: ReactNode;
  /** Further words by which it is found. */
  readonly keywords?: string;
}

export interface OptionListProps<O extends ListOption> {
  readonly id: string;
  readonly label: string;
  readonly options: readonly O[];
  readonly onChoose: (option: O) => void;
  readonly placeholder?: string;
  readonly empty: string;
  readonly mono?: boolean;
  readonly mark?: (option: O) => ReactNode;
  readonly startAt?: string;
  readonly inputClass?: string;
}

/** Most options that are put on the page at once; typing finds the others. */
const mostShown = 200;

/** A field with the options below it, filtered while typing: the combobox pattern of ARIA. */
export function OptionList<O extends ListOption>({
  id,
  label,
  options,
  onChoose,
  placeholder = t('combobox.search'),
  empty,
  mono = false,
  mark,
  startAt,
  inputClass,
}: OptionListProps<O>): ReactNode {
  const { text, type, found, active, point, onKey } = useOptions(options, startAt, onChoose);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  return (
    <>
      <input
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: it opens on the user's wish, to type into
        autoFocus
        value={text}
        placeholder={placeholder}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKey}
        className={cx(
          'h-9 w-full shrink-0 rounded-t-panel border-b border-line bg-transparent px-3 text-ink outline-none max-md:h-11 max-md:text-[16px]',
          inputClass,
        )}
      />
      <div
        ref={list}
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label={label}
        className="min-h-0 flex-1 overflow-auto p-1"
      >
        {found.map((option, index) => (
          <Option
            key={`${option.group ?? ''}/${option.value}`}
            id={`${id}-${index}`}
            option={option}
            mono={mono}
            active={index === active}
            heading={option.group !== found[index - 1]?.group ? option.group : undefined}
            mark={mark?.(option)}
            onChoose={() => onChoose(option)}
            onPoint={() => point(index)}
          />
        ))}
        {found.length === 0 && <p className="px-2 py-3 text-ink-3">{empty}</p>}
      </div>
    </>
  );
}

interface Options<O> {
  readonly text: string;
  readonly type: (text: string) => void;
  readonly found: readonly O[];
  /** Index of the option that Enter chooses. */
  readonly active: number;
  readonly point: (index: number) => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

function useOptions<O extends ListOption>(
  options: readonly O[],
  startAt: string | undefined,
  onChoose: (option: O) => void,
): Options<O> {
  const [text, setText] = useState('');
  const found = rank(options, text).slice(0, mostShown);
  const [at, point] = useState(() =>
    Math.max(
      0,
      found.findIndex((option) => option.value === startAt),
    ),
  );
  const active = Math.min(at, found.length - 1);
  const onKey = (event: KeyboardEvent): void => {
    const next = stepFrom(event.key, active, found.length);
    if (next !== undefined) {
      event.preventDefault();
      point(next);
    }
    const option = found[active];
    if (event.key === 'Enter' && option !== undefined) {
      event.preventDefault();
      onChoose(option);
    }
  };
  const type = (next: string): void => {
    setText(next);
    point(0);
  };
  return { text, type, found, active, point, onKey };
}

/** Where a key leads in a list of `count`; arrows go round. */
function stepFrom(key: string, from: number, count: number): number | undefined {
  if (count === 0) return undefined;
  const within = (index: number): number => Math.min(count - 1, Math.max(0, index));
  switch (key) {
    case 'ArrowDown':
      return (from + 1) % count;
    case 'ArrowUp':
      return (from - 1 + count) % count;
    case 'PageDown':
      return within(from + 8);
    case 'PageUp':
      return within(from - 8);
    default:
      return undefined;
  }
}

function Option({
  id,
  option,
  mono,
  active,
  heading,
  mark,
  onChoose,
  onPoint,
}: {
  readonly id: string;
  readonly option: ListOption;
  readonly mono: boolean;
  readonly active: boolean;
  readonly heading: string | undefined;
  readonly mark: ReactNode;
  readonly onChoose: () => void;
  readonly onPoint: () => void;
}): ReactNode {
  return (
    <>
      {heading !== undefined && (
        <div role="presentation" className="px-2 pb-1 pt-2 text-small text-ink-3">
          {heading}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard */}
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={active}
        onClick={onChoose}
        onPointerMove={onPoint}
        className={cx(
          'flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 py-1 max-md:min-h-11',
          active && 'bg-stone-2',
        )}
      >
        {option.icon !== undefined && <span className="shrink-0 text-ink-3">{option.icon}</span>}
        <span className={cx('shrink-0 text-ink', mono && 'data')}>{option.label}</span>
        <span className="min-w-0 flex-1 truncate text-ink-3">{option.hint}</span>
        {mark}
      </div>
    </>
  );
}
