import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { copyText } from '../../lib/browser.ts';
import { cx } from '../../lib/class-names.ts';
import { t } from '../../lib/i18n/translate.ts';
import { announce } from '../overlays/toasts.tsx';
import { IconButton } from './icon-button.tsx';

/** Copies on call and says so; `copied` is true for a moment after. */
function useCopy(): { readonly copied: boolean; readonly copy: (text: string) => void } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 1600);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (text: string): void => {
    void copyText(text).then((done) => {
      setCopied(done);
      if (!done) announce({ kind: 'danger', title: t('copy.refused') });
    });
  };
  return { copied, copy };
}

/** A button that copies `value`. */
export function CopyButton({
  value,
  label,
  className,
}: {
  readonly value: string;
  readonly label: string;
  readonly className?: string;
}): ReactNode {
  const { copied, copy } = useCopy();
  return (
    <IconButton
      label={copied ? t('copy.done') : label}
      size="small"
      className={cx(className, copied && 'text-success')}
      onClick={() => copy(value)}
    >
      {copied ? <Check size={14} /> : <Copy size={14} />}
    </IconButton>
  );
}

/** A value that copies where it is clicked. */
export function CopyValue({
  value,
  label,
  shown = value,
}: {
  readonly value: string;
  readonly label: string;
  readonly shown?: string;
}): ReactNode {
  const { copied, copy } = useCopy();
  return (
    <button
      type="button"
      onClick={() => copy(value)}
      aria-label={`${label}: ${shown}`}
      title={shown === value ? undefined : value}
      className="group data flex min-h-7 min-w-0 max-w-full items-center gap-2 rounded-control px-2 text-left text-ink hover:bg-stone-2"
    >
      <span className="truncate">{shown}</span>
      <span
        aria-hidden="true"
        className={cx('shrink-0', copied ? 'text-success' : 'text-ink-3 group-hover:text-ink')}
      >
        {copied ? <Check size={14} /> : <Copy size={14} />}
      </span>
      <span className="sr-only" aria-live="polite">
        {copied ? t('copy.done') : ''}
      </span>
    </button>
  );
}
