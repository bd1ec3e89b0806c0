import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { cx } from '../../lib/class-names.ts';

const box =
  'tick size-4 shrink-0 appearance-none rounded-mark border border-line-strong bg-paper ' +
  'checked:border-verdigris checked:bg-verdigris indeterminate:border-verdigris indeterminate:bg-verdigris ' +
  'disabled:opacity-50 cursor-pointer disabled:cursor-default';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Some, but not all, of what it stands for. */
  readonly partly?: boolean;
}

/** A box to tick. Without a visible label give it `aria-label`. */
export function Checkbox({ partly = false, className, ...rest }: CheckboxProps): ReactNode {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current !== null) ref.current.indeterminate = partly;
  }, [partly]);
  return <input ref={ref} type="checkbox" className={cx(box, className)} {...rest} />;
}

/** A box to tick with its sentence beside it. */
export function CheckboxLine({
  label,
  hint,
  ...rest
}: CheckboxProps & { readonly label: ReactNode; readonly hint?: ReactNode }): ReactNode {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Checkbox is the control
    <label className="flex cursor-pointer items-start gap-2">
      <Checkbox className="mt-0.5" {...rest} />
      <span>
        <span className="block text-ink">{label}</span>
        {hint !== undefined && <span className="block text-ink-3">{hint}</span>}
      </span>
    </label>
  );
}
