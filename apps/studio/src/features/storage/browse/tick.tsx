import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../../lib/class-names.ts';

/** The box of an item: drawn only, as the item itself is what is ticked. */
export const Tick = ({
  on,
  className,
}: {
  readonly on: boolean;
  readonly className?: string;
}): ReactNode => (
  <span
    aria-hidden="true"
    data-tick
    className={cx('grid cursor-pointer place-items-center', className)}
  >
    <span
      className={cx(
        'grid size-4 place-items-center rounded-mark border',
        on ? 'border-verdigris bg-verdigris text-on-verdigris' : 'border-line-strong bg-paper',
      )}
    >
      {on && <Check size={12} strokeWidth={3} />}
    </span>
  </span>
);
