import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';

export interface PopoverProps {
  readonly trigger: ReactNode;
  readonly label: string;
  readonly children: ReactNode;
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly align?: 'start' | 'center' | 'end';
  readonly className?: string;
}

/** A small panel tied to what opened it. Esc or a click elsewhere closes it. */
export function Popover({
  trigger,
  label,
  children,
  open,
  onOpenChange,
  align = 'start',
  className,
}: PopoverProps): ReactNode {
  return (
    <Radix.Root
      {...(open !== undefined && { open })}
      {...(onOpenChange !== undefined && { onOpenChange })}
    >
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={cx(floatClass, 'w-72 p-3', className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The look of everything that floats. */
export const floatClass =
  'z-50 animate-rise rounded-panel border border-line bg-paper text-ink shadow-float outline-none';
