import type { ReactNode } from 'react';

type Props = {
  title: string;
  picture?: ReactNode;
  /** True where nothing else is the title of the page. */
  first?: boolean;
  children?: ReactNode;
};

export function EmptyState({ title, picture, first = false, children }: Props) {
  const Heading = first ? 'h1' : 'h2';
  return (
    <div className="empty">
      {picture}
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}

/** Three loose sheets: something will be written here. */
export function Sheets() {
  return (
    <span className="sheets" aria-hidden="true">
      <span />
      <span />
      <span />
    </span>
  );
}
