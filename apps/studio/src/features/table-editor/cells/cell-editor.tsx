import type { Column } from '@plinth/console/api';
import { Popover as Radix } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cx } from '../../../lib/class-names.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { compactJson, prettyJson } from '../../../lib/text/json-layout.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Kbd } from '../../../ui/controls/kbd.tsx';
import { OptionList } from '../../../ui/overlays/option-list.tsx';
import { floatClass } from '../../../ui/overlays/popover.tsx';
import { booleanText, isTrue } from './cell-content.tsx';
import { FieldControl } from './field-control.tsx';
import { problemOf } from './validate.ts';

/** Where to go after a value is taken over. */
export type Next = 'down' | 'right' | 'left' | 'stay';

export interface CellEditorProps {
  readonly column: Column;
  /** The whole value. */
  readonly value: string | null;
  /** What was typed to begin with: it replaces the value. */
  readonly typed: string | undefined;
  readonly cell: HTMLElement;
  readonly onSave: (value: string | null, next: Next) => void;
  readonly onCancel: () => void;
}

/** Least widths in pixels: what the value and the buttons beside it take. */
const rooms: Readonly<Partial<Record<Column['category'], number>>> = {
  json: 320,
  text: 320,
  array: 320,
  uuid: 350,
  timestamp: 350,
};

/** Edits a cell in place, in a panel that covers it. */
export function CellEditor(props: CellEditorProps): ReactNode {
  const { column, cell, onCancel } = props;
  const anchor = useRef(cell);
  const { width, height } = cell.getBoundingClientRect();
  const room = rooms[column.category] ?? 240;
  const isChoice = column.category === 'boolean' || column.category === 'enum';
  return (
    <Radix.Root open onOpenChange={(open) => !open && onCancel()}>
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal>
        <Radix.Content
          aria-label={t('cell.edit', { column: column.name })}
          align="start"
          sideOffset={-height}
          collisionPadding={8}
          style={{ width: Math.min(560, Math.max(room, width)) }}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className={cx(
            floatClass,
            'flex max-h-[min(420px,80vh)] flex-col rounded-control! border-verdigris!',
          )}
        >
          {isChoice ? <ChoiceEditor {...props} /> : <ValueEditor {...props} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function ChoiceEditor({ column, value, onSave }: CellEditorProps): ReactNode {
  const id = useId();
  const choices = column.category === 'boolean' ? ['true', 'false'] : (column.enumValues ?? []);
  const current =
    value !== null && column.category === 'boolean' ? String(isTrue(value)) : (value ?? 'NULL');
  return (
    <OptionList
      id={id}
      label={column.name}
      mono
      startAt={current}
      empty={t('combobox.nothing')}
      options={[
        ...choices.map((choice) => ({ value: choice, label: choice })),
        ...(column.nullable ? [{ value: '', label: 'NULL', keywords: 'null' }] : []),
      ]}
      onChoose={(option) => {
        if (option.value === '' && option.label === 'NULL') onSave(null, 'stay');
        else if (column.category === 'boolean')
          onSave(booleanText(option.value === 'true', value), 'stay');
        else onSave(option.value, 'stay');
      }}
    />
  );
}

function ValueEditor({ column, value, typed, onSave, onCancel }: CellEditorProps): ReactNode {
  const isLong = column.category === 'json';
  const shown = typed ?? (isLong && value !== null ? prettyJson(value) : value);
  const [draft, setDraft] = useState<string | null>(shown);
  const [touched, setTouched] = useState(typed !== undefined);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Writing goes on behind what is there, or behind the letter that began it.
    const field = panel.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(
      'textarea, input:not([type])',
    );
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);
  const problem = touched ? problemOf(column, draft) : null;

  const save = (next: Next): void => {
    if (problemOf(column, draft) !== null) {
      setTouched(true);
      return;
    }
    const same =
      isLong && draft !== null && value !== null && compactJson(draft) === compactJson(value);
    onSave(same ? value : draft, next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const mod = event.metaKey || event.ctrlKey;
    const isArea = event.target instanceof HTMLTextAreaElement;
    if (event.key === 'Enter' && !event.shiftKey && (mod || !isLong)) {
      event.preventDefault();
      event.stopPropagation();
      save(mod ? 'stay' : 'down');
    } else if (event.key === 'Tab' && !(isArea && isLong) && column.category !== 'array') {
      event.preventDefault();
      save(event.shiftKey ? 'left' : 'right');
    } else if (event.key === 's' && mod) {
      event.preventDefault();
      event.stopPropagation();
      save('stay');
    }
  };
  return (
    <>
      <div
        ref={panel}
        className="min-h-0 flex-1 overflow-auto p-px [&_input]:border-transparent [&_input]:outline-none [&_textarea]:block [&_textarea]:resize-none [&_textarea]:border-transparent [&_textarea]:outline-none"
      >
        <FieldControl
          column={column}
          value={draft}
          autoFocus
          aria-label={t('cell.edit', { column: column.name })}
          aria-invalid={problem === null ? undefined : true}
          onChange={(next) => {
            setDraft(next);
            setTouched(true);
          }}
          onKeyDown={onKeyDown}
        />
        {problem !== null && (
          <p role="alert" className="px-1 pt-1 text-danger">
            {problem}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t border-line bg-stone-1 px-2 py-1 rounded-b-control">
        {column.nullable && (
          <Button
            size="small"
            kind="quiet"
            aria-pressed={draft === null}
            className="data -ml-1 aria-pressed:bg-verdigris-wash"
            onClick={() => {
              setDraft(null);
              onSave(null, 'stay');
            }}
          >
            NULL
          </Button>
        )}
        <span className="ml-auto flex items-center gap-1.5 text-small text-ink-3">
          <Kbd keys={isLong ? 'mod+Enter' : 'Enter'} /> {t('cell.saves')}
          <Kbd keys="Escape" />
          <button type="button" className="hover:text-ink" onClick={onCancel}>
            {t('cell.cancels')}
          </button>
        </span>
      </div>
    </>
  );
}
