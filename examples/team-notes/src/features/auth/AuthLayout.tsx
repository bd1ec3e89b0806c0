import type { ReactNode } from 'react';
import { Logo } from '../../components/Logo';

type Props = { title: string; lead?: ReactNode; children: ReactNode; footer?: ReactNode };

export function AuthLayout({ title, lead, children, footer }: Props) {
  return (
    <div className="auth">
      <title>{`${title} · Team Notes`}</title>
      <main className="auth-main">
        <Logo />
        <div className="auth-box">
          <h1>{title}</h1>
          {lead && <p className="lead">{lead}</p>}
          {children}
        </div>
        <footer>{footer}</footer>
      </main>
      <Poster />
    </div>
  );
}

/** What the app is about, as a picture. */
function Poster() {
  return (
    <div className="poster" aria-hidden="true">
      <div className="poster-note" data-color="marigold">
        <b>Opening week</b>
        <span className="line" />
        <span className="line" />
        <span className="line short marked" />
        <span className="line" />
      </div>
      <div className="poster-note" data-color="coral">
        <b>Suppliers</b>
        <span className="line" />
        <span className="line short" />
      </div>
      <div className="poster-note" data-color="moss">
        <b>Swifts</b>
        <span className="line" />
        <span className="line marked" />
        <span className="line short" />
      </div>
    </div>
  );
}
