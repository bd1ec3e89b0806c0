import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';

/** The look of everything that is typed into. */
export const inputClass =
  'w-full min-w-0 rounded-control border border-line-strong/80 bg-paper px-2 text-ink ' +
  'focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-verdigris ' +
  'aria-invalid:border-danger disabled:bg-stone-2 disabled:text-ink-3 [&[readonly]]:bg-stone-1';

/** One line of text. `mono` for names and values of the database. */
export function Input({
  mono = false,
  className,
  ...rest
}: ComponentProps<'input'> & { readonly mono?: boolean }): ReactNode {
  return (
    <input
      className={cx(inputClass, 'h-8 max-md:h-10 max-md:text-[16px]', mono && 'data', className)}
      autoComplete="off"
      {...rest}
    />
  );
}

/** Several lines of text. */
export function Textarea({
  mono = false,
  className,
  ...rest
}: ComponentProps<'textarea'> & { readonly mono?: boolean }): ReactNode {
  return (
    <textarea
      className={cx(inputClass, 'min-h-16 py-1.5 max-md:text-[16px]', mono && 'data', className)}
      autoComplete="off"
      spellCheck={!mono}
      {...rest}
    />
  );
}

/** One of a few; the browser's own list, which every hand and reader knows. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>): ReactNode {
  return (
    <span className={cx('relative inline-flex min-w-0', className)}>
      <select
        className={cx(inputClass, 'h-8 appearance-none pr-7 max-md:h-10 max-md:text-[16px]')}
        {...rest}
      >
        {children}
      </select>
      <svg
        aria-hidden="true"
        viewBox="0 0 12 12"
        className="pointer-events-none absolute right-2 top-1/2 size-3 -translate-y-1/2 fill-none stroke-ink-3 stroke-[1.5]"
      >
        <path d="M2.5 4.5 6 8l3.5-3.5" />
      </svg>
    </span>
  );
}
