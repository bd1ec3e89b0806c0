import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { Confirm } from '../../../ui/overlays/confirm.tsx';
import type { Danger } from './dangers.ts';

/** Asks before a script runs that takes away whole things. */
export function DangerDialog({
  dangers,
  onClose,
  onRun,
}: {
  readonly dangers: readonly Danger[];
  readonly onClose: () => void;
  readonly onRun: () => void;
}): ReactNode {
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('danger.title')}
      description={t('danger.text')}
      action={t('danger.run')}
      onConfirm={onRun}
    >
      <ul className="mt-3 border-t border-line">
        {dangers.map((danger) => (
          <li key={danger.from} className="flex gap-2 border-b border-line py-2">
            <TriangleAlert size={15} className="mt-0.5 shrink-0 text-warning" />
            <span className="text-ink">
              {t(`danger.${danger.kind}`, { target: danger.target })}
            </span>
          </li>
        ))}
      </ul>
    </Confirm>
  );
}
