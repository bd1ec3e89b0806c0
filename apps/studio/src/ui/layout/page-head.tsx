import type { ReactNode } from 'react';

/** The bar at the top of a page of lists: what it is, and what can be done here. */
export function PageHead({
  title,
  detail,
  children,
}: {
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <header className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5">
      <h1 className="min-w-0 truncate text-lead font-semibold text-ink">{title}</h1>
      {detail !== undefined && <div className="min-w-0 truncate text-ink-3">{detail}</div>}
      <div className="ml-auto flex items-center gap-2">{children}</div>
    </header>
  );
}
