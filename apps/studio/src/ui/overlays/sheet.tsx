import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { cx } from '../../lib/class-names.ts';
import { t } from '../../lib/i18n/translate.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { usePaneWidth } from '../layout/pane-width.ts';
import { ResizeHandle } from '../layout/resize-handle.tsx';
import { Veil } from './dialog.tsx';

export interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  readonly headerEnd?: ReactNode;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  /** Remembers its width under this name. */
  readonly name: string;
  readonly width?: number;
  /** Where the focus goes when it is closed; to what had it before unless said otherwise. */
  readonly onCloseFocus?: () => void;
}

/** A panel at the right; on a telephone it comes from below. Esc closes it. */
export function Sheet({
  open,
  onClose,
  title,
  subtitle,
  headerEnd,
  children,
  footer,
  name,
  width = 480,
  onCloseFocus,
}: SheetProps): ReactNode {
  const content = useRef<HTMLDivElement>(null);
  const pane = usePaneWidth(`sheet.${name}`, width, 360, 960);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Veil />
        <Radix.Content
          ref={content}
          tabIndex={-1}
          data-modal
          aria-modal="true"
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            // A field that wants the focus has it already; else the sheet itself, not its first button.
            if (content.current?.contains(document.activeElement) === true) return;
            event.preventDefault();
            content.current?.focus();
          }}
          onCloseAutoFocus={(event) => {
            if (onCloseFocus === undefined) return;
            event.preventDefault();
            onCloseFocus();
          }}
          style={{ '--sheet': `${pane.width}px` }}
          className={cx(
            'fixed inset-y-0 right-0 z-40 flex w-[min(var(--sheet),100vw)] animate-slide-in flex-col border-l border-line bg-paper shadow-float outline-none',
            'max-md:inset-x-0 max-md:top-8 max-md:w-auto max-md:animate-slide-up max-md:rounded-t-panel max-md:border-l-0 max-md:border-t',
          )}
        >
          <ResizeHandle pane={pane} side="left" label={t('pane.resize')} />
          <div className="flex min-h-11 items-center gap-2 border-b border-line py-1.5 pl-4 pr-2">
            <div className="min-w-0 flex-1">
              <Radix.Title className="truncate text-lead font-semibold text-ink">
                {title}
              </Radix.Title>
              {subtitle !== undefined && <div className="truncate text-ink-3">{subtitle}</div>}
            </div>
            {headerEnd}
            <IconButton label={t('action.close')} keys="Escape" onClick={onClose}>
              <X size={16} />
            </IconButton>
          </div>
          <div className="min-h-0 flex-1 overflow-auto">{children}</div>
          {footer !== undefined && (
            <div className="flex min-h-13 items-center justify-end gap-2 border-t border-line bg-stone-1 px-4 py-2 pb-[max(8px,env(safe-area-inset-bottom))]">
              {footer}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
