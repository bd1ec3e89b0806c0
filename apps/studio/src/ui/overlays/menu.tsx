import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { Kbd } from '../controls/kbd.tsx';
import { floatClass } from './popover.tsx';

const itemClass =
  'flex h-8 max-md:h-11 cursor-pointer select-none items-center gap-2 rounded-control px-2 text-ink outline-none ' +
  'data-highlighted:bg-stone-2 data-disabled:opacity-45 data-disabled:cursor-default';

/** A list of actions behind a button. */
export function Menu({
  trigger,
  children,
  align = 'start',
  className,
}: {
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
  readonly className?: string;
}): ReactNode {
  return (
    // Not modal: the modal kind locks scrolling with a style element, which the security policy forbids.
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {/* Not in a portal: what it says belongs to the landmark that it opens from. */}
      <Radix.Content
        align={align}
        sideOffset={4}
        collisionPadding={8}
        className={cx(floatClass, 'min-w-52 p-1', className)}
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}

/** One action of a menu. */
export function MenuItem({
  icon,
  keys,
  danger = false,
  disabled = false,
  onSelect,
  children,
}: {
  readonly icon?: ReactNode;
  readonly keys?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Radix.Item
      disabled={disabled}
      onSelect={onSelect}
      className={cx(itemClass, danger && 'text-danger!')}
    >
      {icon !== undefined && <span className="text-ink-3">{icon}</span>}
      <span className="flex-1 truncate">{children}</span>
      {keys !== undefined && <Kbd keys={keys} />}
    </Radix.Item>
  );
}

/** One of several, the chosen one marked. */
export function MenuChoice<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}): ReactNode {
  return (
    <Radix.RadioGroup aria-label={label} value={value}>
      <Radix.Label className="px-2 pb-1 pt-2 text-small text-ink-3">{label}</Radix.Label>
      {options.map((option) => (
        <Radix.RadioItem
          key={option.value}
          value={option.value}
          onSelect={(event) => {
            event.preventDefault();
            onChange(option.value);
          }}
          className={itemClass}
        >
          <span className="grid w-4 place-items-center">
            <Radix.ItemIndicator>
              <span className="block size-1.5 rounded-full bg-verdigris" />
            </Radix.ItemIndicator>
          </span>
          {option.label}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

/** A line between groups of actions. */
export const MenuLine = (): ReactNode => <Radix.Separator className="my-1 h-px bg-line" />;
