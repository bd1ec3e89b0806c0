import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';

export type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'selected';

const tones: Readonly<Record<Tone, string>> = {
  neutral: 'border-line text-ink-2',
  success: 'border-success/40 text-success',
  warning: 'border-warning/40 bg-warning-wash text-warning',
  danger: 'border-danger/40 bg-danger-wash text-danger',
  selected: 'border-verdigris/50 bg-verdigris-wash text-verdigris-deep',
};

/** A word on the state of something. Colour is never its only sign. */
export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  readonly tone?: Tone;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <span
      className={cx(
        'inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-mark border px-1.5 text-small',
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
