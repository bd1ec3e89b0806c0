import type { Column } from '@plinth/console/api';
import { Dices } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { now, randomUuid } from '../../../lib/browser.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { isJson, prettyJson } from '../../../lib/text/json-layout.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Input, Select, Textarea } from '../../../ui/controls/input.tsx';
import { ArrayControl } from './array-control.tsx';
import { parseArray } from './array-literal.ts';
import { booleanText, isTrue, shownDefault } from './cell-content.tsx';

export interface FieldControlProps {
  readonly column: Column;
  /** Null is NULL; undefined is the column's default. */
  readonly value: string | null | undefined;
  readonly onChange: (value: string) => void;
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
  readonly autoFocus?: boolean;
  readonly disabled?: boolean;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** What stands in an empty field: the default that the column will take, or NULL. */
function placeholderOf(column: Column, value: string | null | undefined): string {
  if (value === null) return t('cell.null');
  if (value !== undefined) return '';
  if (column.identity !== null) return t('field.identity');
  if (column.default !== null) return shownDefault(column.default);
  return column.nullable ? t('cell.null') : '';
}

/** The control that fits a column: lists for what has few values, room for what is long. */
export function FieldControl(props: FieldControlProps): ReactNode {
  const { column, value, onChange, ...rest } = props;
  const placeholder = placeholderOf(column, value);
  const text = value ?? '';
  const common = { ...rest, placeholder };
  if (column.category === 'boolean' || column.category === 'enum')
    return <ChoiceControl {...props} placeholder={placeholder} />;
  if (column.category === 'array' && (text === '' || parseArray(text) !== null))
    return <ArrayControl {...props} placeholder={placeholder} />;
  if (column.category === 'json')
    return <JsonControl {...common} value={text} onChange={onChange} />;
  if (column.category === 'uuid')
    return (
      <div className="flex gap-1">
        <Input mono {...common} value={text} onChange={(event) => onChange(event.target.value)} />
        <IconButton label={t('field.newUuid')} onClick={() => onChange(randomUuid())}>
          <Dices size={16} />
        </IconButton>
      </div>
    );
  if (column.category === 'date' || column.category === 'timestamp')
    return <MomentControl {...common} column={column} value={text} onChange={onChange} />;
  if (column.category === 'text' || column.category === 'bytes')
    return <GrowingText {...common} value={text} onChange={onChange} />;
  return (
    <Input
      mono
      inputMode={column.category === 'number' ? 'decimal' : 'text'}
      {...common}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface TextControlProps extends Omit<FieldControlProps, 'column' | 'value'> {
  readonly value: string;
  readonly placeholder: string;
}

function ChoiceControl({
  column,
  value,
  onChange,
  placeholder,
  ...rest
}: FieldControlProps & { readonly placeholder: string }): ReactNode {
  const choices = column.category === 'boolean' ? ['true', 'false'] : (column.enumValues ?? []);
  const shown =
    column.category === 'boolean' && value !== null && value !== undefined && value !== ''
      ? String(isTrue(value))
      : (value ?? '');
  return (
    <Select
      className="w-full"
      {...rest}
      value={shown}
      onChange={(event) =>
        onChange(
          column.category === 'boolean' && event.target.value !== ''
            ? booleanText(event.target.value === 'true', value)
            : event.target.value,
        )
      }
    >
      {!choices.includes(shown) && (
        <option value={shown}>
          {shown !== ''
            ? shown
            : value === undefined
              ? t('field.defaultIs', { value: placeholder })
              : placeholder}
        </option>
      )}
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </Select>
  );
}

/** A text field as high as its text, up to a limit. */
function GrowingText({
  value,
  onChange,
  most = 320,
  ...rest
}: TextControlProps & { readonly most?: number }): ReactNode {
  const ref = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when the text is another
  useLayoutEffect(() => {
    const area = ref.current;
    if (area === null) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(most, area.scrollHeight + 2)}px`;
  }, [value, most]);
  return (
    <Textarea
      ref={ref}
      mono
      rows={1}
      className="min-h-8! resize-y"
      {...rest}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function JsonControl({ value, onChange, ...rest }: TextControlProps): ReactNode {
  const valid = value.trim() === '' || isJson(value);
  return (
    <div>
      <GrowingText value={value} onChange={onChange} {...rest} />
      <div className="mt-1 flex items-center justify-between gap-2 pl-2">
        <span className={valid ? 'text-ink-3' : 'text-danger'}>
          {valid
            ? t('field.jsonValid')
            : rest['aria-invalid'] === undefined && t('field.jsonInvalid')}
        </span>
        <Button
          size="small"
          kind="quiet"
          disabled={!valid || value === ''}
          onClick={() => onChange(prettyJson(value))}
        >
          {t('field.jsonFormat')}
        </Button>
      </div>
    </div>
  );
}

/** The day (and time) within a value, as the browser's picker takes it. */
function pickerValue(value: string, withTime: boolean): string {
  const match = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?/.exec(value);
  if (match === null) return '';
  return withTime ? `${match[1]}T${match[2] ?? '00:00'}` : (match[1] ?? '');
}

function MomentControl({
  column,
  value,
  onChange,
  ...rest
}: TextControlProps & { readonly column: Column }): ReactNode {
  const withTime = column.category === 'timestamp';
  const zone = /with time zone/.test(column.type);
  const setNow = (): void => {
    const moment = new Date(now()).toISOString();
    if (withTime) onChange(`${moment.slice(0, 19).replace('T', ' ')}${zone ? '+00' : ''}`);
    else onChange(moment.slice(0, 10));
  };
  const pick = (picked: string): void => {
    if (picked === '') return;
    const tail = /[+-]\d\d(?::?\d\d)?$/.exec(value)?.[0] ?? (zone && withTime ? '+00' : '');
    onChange(`${picked.replace('T', ' ')}${withTime ? tail : ''}`);
  };
  return (
    <div className="flex gap-1">
      <Input mono {...rest} value={value} onChange={(event) => onChange(event.target.value)} />
      <input
        type={withTime ? 'datetime-local' : 'date'}
        step={1}
        aria-label={t('field.pick')}
        disabled={rest.disabled}
        value={pickerValue(value, withTime)}
        onChange={(event) => pick(event.target.value)}
        className="h-8 w-8 shrink-0 rounded-control border border-line-strong/80 bg-paper pl-[5px] text-transparent max-md:h-10 max-md:w-10 [&::-webkit-calendar-picker-indicator]:m-0 [&::-webkit-calendar-picker-indicator]:cursor-pointer [&::-webkit-datetime-edit]:hidden"
      />
      <Button
        size="small"
        kind="quiet"
        className="h-8! max-md:h-10!"
        disabled={rest.disabled}
        onClick={setNow}
      >
        {withTime ? t('field.now') : t('field.today')}
      </Button>
    </div>
  );
}
