import { Check, ChevronDown } from 'lucide-react';
import { Popover as Radix } from 'radix-ui';
import { type ReactNode, useId, useState } from 'react';
import { cx } from '../../lib/class-names.ts';
import { t } from '../../lib/i18n/translate.ts';
import { inputClass } from '../controls/input.tsx';
import { type ListOption, OptionList } from './option-list.tsx';
import { floatClass } from './popover.tsx';

export interface ComboboxProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly ListOption[];
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly mono?: boolean;
  readonly disabled?: boolean;
  readonly className?: string;
  /** What the list shows where nothing matches. */
  readonly empty?: string;
  readonly invalid?: boolean;
  readonly id?: string;
}

/** One of many, found by typing. */
export function Combobox({
  label,
  value,
  options,
  onChange,
  placeholder = t('combobox.choose'),
  mono = false,
  disabled = false,
  className,
  empty = t('combobox.nothing'),
  invalid = false,
  id,
}: ComboboxProps): ReactNode {
  const [open, setOpen] = useState(false);
  const listId = useId();
  const chosen = options.find((option) => option.value === value);
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <Radix.Trigger
        {...(id !== undefined && { id })}
        type="button"
        aria-label={`${label}: ${chosen?.label ?? (value === '' ? placeholder : value)}`}
        aria-haspopup="listbox"
        aria-invalid={invalid || undefined}
        disabled={disabled}
        className={cx(
          inputClass,
          'flex h-8 items-center gap-1 text-left max-md:h-10',
          mono && 'data',
          className,
        )}
      >
        <span className={cx('min-w-0 flex-1 truncate', value === '' && 'text-ink-3')}>
          {chosen?.label ?? (value === '' ? placeholder : value)}
        </span>
        <ChevronDown size={14} className="shrink-0 text-ink-3" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className={cx(
            floatClass,
            'flex max-h-[min(360px,var(--radix-popover-content-available-height))] w-[max(var(--radix-popover-trigger-width),320px)] max-w-[calc(100vw-16px)] flex-col',
          )}
        >
          <OptionList
            id={listId}
            label={label}
            options={options}
            mono={mono}
            empty={empty}
            mark={(option) =>
              option.value === value ? <Check size={14} className="text-verdigris-deep" /> : null
            }
            startAt={value}
            onChoose={(option) => {
              onChange(option.value);
              setOpen(false);
            }}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
