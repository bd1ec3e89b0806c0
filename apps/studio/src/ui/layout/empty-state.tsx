import type { ReactNode } from 'react';
import { Pedestal } from './pedestal.tsx';

/** What a page shows before it has content: one sentence, one action, at most one snippet. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  snippet,
  isPage = false,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  readonly snippet?: ReactNode;
  /** True where it is all of the page: its title is the page's. */
  readonly isPage?: boolean;
}): ReactNode {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div className="grid min-h-full place-content-center justify-items-center px-4 py-10 text-center">
      <Pedestal>{icon}</Pedestal>
      <Title className="mt-5 text-lead font-semibold text-ink">{title}</Title>
      {children !== undefined && <div className="mt-1 max-w-96 text-ink-2">{children}</div>}
      {action !== undefined && (
        <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>
      )}
      {snippet !== undefined && (
        <div className="mt-6 w-[min(560px,calc(100vw-32px))] text-left">{snippet}</div>
      )}
    </div>
  );
}
