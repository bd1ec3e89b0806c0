import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = { kind: 'error' | 'success'; children: ReactNode };

export function Notice({ kind, children }: Props) {
  return (
    <div className="notice" data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      {kind === 'error' ? <CircleAlert /> : <CircleCheck />}
      <div>{children}</div>
    </div>
  );
}
