import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';

/** Something that is on or off, at once. */
export function Switch({
  label,
  checked,
  disabled = false,
  onChange,
}: {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}): ReactNode {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className={cx(
        'relative inline-flex h-4.5 w-8 shrink-0 items-center rounded-full border align-middle transition-colors duration-[80ms]',
        "disabled:opacity-50 max-md:before:absolute max-md:before:-inset-3 max-md:before:content-['']",
        checked ? 'border-verdigris bg-verdigris' : 'border-line-strong bg-stone-2',
      )}
    >
      <span
        aria-hidden="true"
        className={cx(
          'size-3 rounded-full transition-transform duration-[80ms]',
          checked ? 'translate-x-4 bg-on-verdigris' : 'translate-x-0.5 bg-line-strong',
        )}
      />
    </button>
  );
}
