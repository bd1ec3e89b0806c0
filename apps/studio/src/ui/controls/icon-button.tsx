import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { Tooltip } from '../overlays/tooltip.tsx';

export interface IconButtonProps extends ComponentProps<'button'> {
  /** What it does; read aloud and shown on hover. */
  readonly label: string;
  readonly keys?: string;
  readonly pressed?: boolean;
  readonly size?: 'normal' | 'small';
  readonly tooltipSide?: 'top' | 'right' | 'bottom' | 'left';
}

/** A square button that shows only an icon. */
export function IconButton({
  label,
  keys,
  pressed,
  size = 'normal',
  tooltipSide = 'bottom',
  className,
  children,
  type = 'button',
  ...rest
}: IconButtonProps): ReactNode {
  return (
    <Tooltip label={label} side={tooltipSide} {...(keys !== undefined && { keys })}>
      <button
        type={type}
        aria-label={label}
        aria-pressed={pressed}
        className={cx(
          'inline-flex shrink-0 items-center justify-center rounded-control text-ink-2 transition-colors duration-[80ms]',
          'hover:not-disabled:bg-stone-2 hover:not-disabled:text-ink disabled:opacity-45 aria-pressed:bg-verdigris-wash aria-pressed:text-verdigris-deep',
          size === 'small' ? 'size-6' : 'size-8 max-md:size-10',
          className,
        )}
        {...rest}
      >
        {children}
      </button>
    </Tooltip>
  );
}
