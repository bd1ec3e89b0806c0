import { CircleAlert, CircleCheck, LoaderCircle, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { Button } from '../../../ui/controls/button.tsx';
import type { TopicState, TopicView } from './use-topic.ts';

const icons: Readonly<Record<Exclude<TopicState, 'idle'>, ReactNode>> = {
  joining: <LoaderCircle size={15} className="shrink-0 animate-breathe text-ink-3" />,
  joined: <CircleCheck size={15} className="shrink-0 text-success" />,
  lost: <Unplug size={15} className="shrink-0 text-warning" />,
  refused: <CircleAlert size={15} className="shrink-0 text-danger" />,
};

/** Whether the topic is heard, and why not. */
export function Standing({ view }: { readonly view: TopicView }): ReactNode {
  const { state, reason, retry } = view;
  if (state === 'idle') return null;
  return (
    <div role="status" className="flex min-w-0 flex-wrap items-center gap-1.5 text-ink">
      {icons[state]}
      <span className="min-w-0 break-words">
        {t(`realtime.state.${state}`)}
        {reason !== null && reason !== '' && <span className="text-ink-2"> {reason}</span>}
      </span>
      {state === 'refused' && (
        <Button size="small" onClick={retry}>
          {t('realtime.joinAgain')}
        </Button>
      )}
    </div>
  );
}
