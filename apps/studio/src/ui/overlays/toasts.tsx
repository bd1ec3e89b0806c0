import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { randomId } from '../../lib/browser.ts';
import { t } from '../../lib/i18n/translate.ts';
import { createStore, useStore } from '../../lib/state/store.ts';
import { Button } from '../controls/button.tsx';

/** Something that has happened, said in a corner for a moment. */
export interface Notice {
  readonly kind: 'success' | 'info' | 'danger';
  readonly title: string;
  readonly detail?: string;
  /** Milliseconds; failures stay until they are closed. */
  readonly duration?: number;
  readonly action?: { readonly label: string; readonly run: () => void };
}

type ShownNotice = Notice & { readonly id: string };
const mostAtOnce = 4;
const shown = createStore<readonly ShownNotice[]>([]);
const dismiss = (id: string): void => shown.set((all) => all.filter((notice) => notice.id !== id));

/** Says something in the corner of the page. */
export function announce(notice: Notice): void {
  shown.set((all) => [...all.slice(-(mostAtOnce - 1)), { ...notice, id: randomId() }]);
}

const icons = {
  success: <CircleCheck size={16} className="text-success" />,
  info: <Info size={16} className="text-ink-3" />,
  danger: <CircleAlert size={16} className="text-danger" />,
} as const;

/** Where notices appear; once per page. */
export function Toasts(): ReactNode {
  const notices = useStore(shown);
  return (
    <section
      aria-label={t('toasts.label')}
      aria-live="polite"
      className="pointer-events-none fixed bottom-22 left-1/2 max-md:bottom-36 z-70 flex w-[min(380px,calc(100vw-24px))] -translate-x-1/2 flex-col gap-2"
    >
      {notices.map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </section>
  );
}

function Toast({ notice }: { readonly notice: ShownNotice }): ReactNode {
  const duration = notice.duration ?? (notice.kind === 'danger' ? 0 : 4000);
  useEffect(() => {
    if (duration === 0) return undefined;
    const timer = setTimeout(() => dismiss(notice.id), duration);
    return () => clearTimeout(timer);
  }, [notice.id, duration]);
  return (
    <div className="pointer-events-auto flex animate-rise items-start gap-2 rounded-panel border border-line bg-paper py-2.5 pl-3 pr-2 shadow-float">
      <span className="mt-0.5 shrink-0">{icons[notice.kind]}</span>
      <div className="min-w-0 flex-1">
        <p className="text-ink">{notice.title}</p>
        {notice.detail !== undefined && <p className="break-words text-ink-2">{notice.detail}</p>}
      </div>
      {notice.action !== undefined && (
        <Button
          size="small"
          onClick={() => {
            dismiss(notice.id);
            notice.action?.run();
          }}
        >
          {notice.action.label}
        </Button>
      )}
      <button
        type="button"
        aria-label={t('action.dismiss')}
        onClick={() => dismiss(notice.id)}
        className="grid size-6 shrink-0 place-items-center rounded-control text-ink-3 hover:bg-stone-2 hover:text-ink"
      >
        <X size={14} />
      </button>
    </div>
  );
}
