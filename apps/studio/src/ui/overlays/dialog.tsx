import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { floatClass } from './popover.tsx';

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly className?: string;
  readonly role?: 'dialog' | 'alertdialog';
}

/** The veil behind what floats. Radix' own overlay would lock scrolling with a style element. */
export const Veil = (): ReactNode => (
  <div aria-hidden="true" className="fixed inset-0 z-40 animate-appear bg-shade" />
);

/** A question in front of the page. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  actions,
  className,
  role = 'dialog',
}: DialogProps): ReactNode {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Veil />
        <Radix.Content
          role={role}
          data-modal
          aria-modal="true"
          {...(description === undefined && { 'aria-describedby': undefined })}
          className={cx(
            floatClass,
            'fixed left-1/2 top-[18vh] flex max-h-[76vh] w-[min(480px,calc(100vw-24px))] -translate-x-1/2 flex-col',
            'max-md:bottom-3 max-md:top-auto max-md:animate-slide-up',
            className,
          )}
        >
          <div className="min-h-0 overflow-auto p-4">
            <Radix.Title className="text-lead font-semibold text-ink">{title}</Radix.Title>
            {description !== undefined && (
              <Radix.Description className="mt-1 text-ink-2">{description}</Radix.Description>
            )}
            {children}
          </div>
          {actions !== undefined && (
            <div className="flex justify-end gap-2 border-t border-line px-4 py-3">{actions}</div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
