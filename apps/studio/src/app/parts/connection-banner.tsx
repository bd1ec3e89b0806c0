import { WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { now } from '../../lib/browser.ts';
import { t } from '../../lib/i18n/translate.ts';
import { useStore } from '../../lib/state/store.ts';
import { Button } from '../../ui/controls/button.tsx';

/** Says that the server does not answer, and when it is asked again. */
export function ConnectionBanner(): ReactNode {
  const { connection } = useApi();
  const state = useStore(connection.store);
  const [, tick] = useState(0);
  useEffect(() => {
    if (state.state === 'up') return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 500);
    return () => clearInterval(timer);
  }, [state.state]);
  if (state.state === 'up') return null;
  const seconds = Math.max(0, Math.ceil((state.retryAt - now()) / 1000));
  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-warning/40 bg-warning-wash px-4 py-1.5 text-ink"
    >
      <WifiOff size={16} className="shrink-0 text-warning" />
      <span className="min-w-0 flex-1 max-md:basis-[calc(100%-28px)]">
        {t('connection.lost', { server: state.server })}
      </span>
      <span className="text-ink-2 max-md:ml-auto" aria-hidden="true">
        {seconds > 0 ? t('connection.retryIn', { seconds }) : t('connection.retrying')}
      </span>
      <Button size="small" onClick={() => void connection.retry()}>
        {t('action.retryNow')}
      </Button>
    </div>
  );
}
