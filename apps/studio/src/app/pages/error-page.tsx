import { useRouter } from '@tanstack/react-router';
import { Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/translate.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { describeError } from '../../ui/layout/error-note.tsx';

/** What stands in place of a page that could not be shown. */
export function ErrorPage({ error }: { readonly error: unknown }): ReactNode {
  const router = useRouter();
  const { message, code, hint } = describeError(error);
  return (
    <main className="h-full overflow-auto bg-paper">
      <EmptyState
        isPage
        icon={<Unplug size={28} strokeWidth={1.5} />}
        title={t('error.page')}
        action={
          <Button kind="primary" onClick={() => void router.invalidate()}>
            {t('action.retry')}
          </Button>
        }
      >
        <p>{message}</p>
        {code !== null && <p className="data mt-1 text-ink-3">{code}</p>}
        {hint !== null && <p className="mt-1">{hint}</p>}
      </EmptyState>
    </main>
  );
}
