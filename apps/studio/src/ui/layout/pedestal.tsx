import type { ReactNode } from 'react';

/** The drawing that stands where there is nothing yet: the thing of the page upon its plinth. */
export function Pedestal({ children }: { readonly children?: ReactNode }): ReactNode {
  return (
    <div aria-hidden="true" className="relative h-20 w-32">
      <div className="absolute inset-x-0 bottom-[45px] grid justify-items-center text-verdigris-deep">
        {children}
      </div>
      <svg
        aria-hidden="true"
        viewBox="0 0 128 48"
        className="absolute inset-x-0 bottom-0 h-12 w-full fill-paper stroke-line-strong"
        strokeWidth="1"
      >
        <path className="fill-stone-2" d="M36.5 .5h55v6h-55z" />
        <path d="M42.5 6.5h43v19h-43z" />
        <path className="fill-stone-2" d="M34.5 25.5h59v7h-59z" />
        <path d="M20.5 32.5h87v7h-87z" />
        <path className="fill-stone-2" d="M.5 39.5h127v8H.5z" />
      </svg>
    </div>
  );
}

/** The mark of Plinth: a block on two steps, in the colours of the place it stands in. */
export function Mark({ size = 20 }: { readonly size?: number }): ReactNode {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" width={size} height={size}>
      <path className="fill-verdigris" d="M6 1h8v9.5H6z" />
      <path className="fill-ink-2" d="M3.5 12h13v2.5h-13zM1 16h18v3H1z" />
    </svg>
  );
}
