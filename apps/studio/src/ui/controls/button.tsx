import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';

export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger';
export type ButtonSize = 'normal' | 'small';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly kind?: ButtonKind;
  readonly size?: ButtonSize;
  readonly icon?: ReactNode;
  /** Work is under way: the button stays in place and cannot be pressed again. */
  readonly busy?: boolean;
}

const kinds: Readonly<Record<ButtonKind, string>> = {
  primary:
    'border-transparent bg-verdigris text-on-verdigris hover:not-disabled:bg-verdigris-deep font-medium',
  plain: 'border-line-strong/60 bg-paper text-ink hover:not-disabled:bg-stone-2',
  quiet:
    'border-transparent bg-transparent text-ink-2 hover:not-disabled:bg-stone-2 hover:not-disabled:text-ink',
  danger: 'border-transparent bg-danger text-on-danger hover:not-disabled:opacity-90 font-medium',
};

const sizes: Readonly<Record<ButtonSize, string>> = {
  normal: 'h-8 px-3 gap-2',
  small: 'h-7 px-2 gap-1.5',
};

/** A button; its text is a verb. Also for links, with `buttonClass`. */
export function Button({
  kind = 'plain',
  size = 'normal',
  icon,
  busy = false,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button
      type={type}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={cx(buttonClass(kind, size), busy && 'animate-breathe', className)}
      {...rest}
    >
      {icon}
      {children}
    </button>
  );
}

/** The look of a button, for links that are one. */
export const buttonClass = (kind: ButtonKind = 'plain', size: ButtonSize = 'normal'): string =>
  cx(
    'inline-flex shrink-0 items-center justify-center whitespace-nowrap rounded-control border text-ui select-none transition-colors duration-[80ms]',
    'disabled:opacity-50',
    kinds[kind],
    sizes[size],
  );
