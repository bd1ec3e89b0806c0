import type { ReactNode } from 'react';
import { cx } from '../../../lib/class-names.ts';

/** How far something is; `part` from 0 to 1, absent while nobody knows. */
export function Progress({
  label,
  part,
  isQuiet = false,
}: {
  readonly label: string;
  readonly part?: number;
  /** It stands still. */
  readonly isQuiet?: boolean;
}): ReactNode {
  const percent = part === undefined ? undefined : Math.round(Math.min(1, part) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-1 w-full overflow-hidden rounded-full bg-stone-3"
    >
      <div
        className={cx(
          'h-full rounded-full',
          isQuiet ? 'bg-line-strong' : 'bg-verdigris',
          percent === undefined && 'w-1/3 animate-breathe',
        )}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
