import { type ReactNode, useId } from 'react';
import { cx } from '../../lib/class-names.ts';

export interface Segment<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
}

/** One of two to four, all in sight. */
export function Segmented<T extends string>({
  label,
  value,
  options,
  onChange,
  className,
}: {
  readonly label: string;
  readonly value: T;
  readonly options: readonly Segment<T>[];
  readonly onChange: (value: T) => void;
  readonly className?: string;
}): ReactNode {
  const name = useId();
  return (
    <fieldset
      className={cx(
        'inline-flex shrink-0 rounded-control border border-line bg-stone-2 p-0.5',
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'relative flex h-6 flex-1 cursor-pointer items-center justify-center whitespace-nowrap rounded-[4px] px-2.5 text-ink-2',
            'has-checked:bg-paper has-checked:text-ink has-checked:outline has-checked:outline-line',
            'has-focus-visible:outline-2 has-focus-visible:outline-verdigris max-md:h-8',
          )}
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 appearance-none outline-none"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
