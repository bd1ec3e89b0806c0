import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/translate.ts';
import { Mark } from '../../ui/layout/pedestal.tsx';

/** The page before the house: a panel that stands on the steps of a plinth. */
export function Threshold({
  title,
  text,
  version,
  children,
}: {
  readonly title: string;
  readonly text: ReactNode;
  readonly version: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <main className="flex h-full flex-col overflow-auto bg-stone-1">
      <div className="min-h-6 flex-[3]" />
      <div className="mx-auto w-[min(380px,calc(100vw-48px))] shrink-0 border border-b-0 border-line-strong/70 bg-paper px-7 pb-8 pt-7 max-md:px-5">
        <div className="flex items-center gap-2">
          <Mark size={22} />
          <span className="text-lead font-semibold">Plinth</span>
        </div>
        <h1 className="mt-6 text-title font-semibold text-ink">{title}</h1>
        <div className="mt-1 text-ink-2">{text}</div>
        <div className="mt-5">{children}</div>
      </div>
      <Step className="h-3.5 w-[min(436px,calc(100vw-28px))] bg-stone-2" />
      <Step className="h-2 w-[min(412px,calc(100vw-36px))] bg-paper" />
      <Step className="h-7 w-[min(560px,calc(100vw-14px))] bg-stone-1" />
      <div className="moulding flex min-h-24 shrink-0 flex-[1] justify-center gap-4 bg-stone-3 px-4 pt-5 text-ink-2">
        <span>{location.host}</span>
        <span>{t('signIn.version', { version })}</span>
      </div>
    </main>
  );
}

const Step = ({ className }: { readonly className: string }): ReactNode => (
  <div
    aria-hidden="true"
    className={`mx-auto shrink-0 border border-b-0 border-line-strong/70 ${className}`}
  />
);
