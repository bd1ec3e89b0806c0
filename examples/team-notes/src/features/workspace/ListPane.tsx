import { ArrowLeft } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link, Outlet } from 'react-router';

type Props = {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  toolbar?: ReactNode;
  children: ReactNode;
};

/** The middle column: a list of notes under a title, and beside it the note that is open. */
export function ListPane({ title, lead, actions, toolbar, children }: Props) {
  return (
    <>
      <section className="list-pane" aria-label={title} onKeyDown={moveWithArrows}>
        <title>{`${title} · Team Notes`}</title>
        <header className="list-head">
          <Link to="/" className="icon-button back" aria-label="Back to notebooks">
            <ArrowLeft />
          </Link>
          {lead}
          <h1>{title}</h1>
          {actions}
        </header>
        {toolbar}
        <div className="list-scroll">{children}</div>
      </section>
      <Outlet />
    </>
  );
}

function moveWithArrows(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.target instanceof HTMLSelectElement) return;
  const stops = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('input[type=search], .row-link'),
  ];
  const next = stops[stops.indexOf(event.target as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
