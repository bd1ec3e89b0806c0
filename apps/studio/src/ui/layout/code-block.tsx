import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/translate.ts';
import { CopyButton } from '../controls/copy.tsx';

/** Code to read and copy. */
export function CodeBlock({
  code,
  label,
  wrap = false,
}: {
  readonly code: string;
  readonly label: string;
  readonly wrap?: boolean;
}): ReactNode {
  return (
    <div className="relative">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('code.label', { name: label })}
        className="overflow-auto rounded-control border border-line bg-stone-1 p-3 pr-10"
      >
        <pre className={wrap ? 'data whitespace-pre-wrap break-words' : 'data'}>{code}</pre>
      </section>
      <CopyButton
        value={code}
        label={t('action.copy')}
        className="absolute right-2 top-2 bg-stone-1"
      />
    </div>
  );
}
