import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { t } from '../../lib/i18n/translate.ts';
import { useIsMedium } from '../../lib/use-media.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { Sheet } from '../overlays/sheet.tsx';
import { usePaneWidth } from './pane-width.ts';
import { ResizeHandle } from './resize-handle.tsx';

export interface DetailPaneProps {
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  readonly headerEnd?: ReactNode;
  readonly children: ReactNode;
  /** Remembers its width under this name. */
  readonly name: string;
  readonly onClose: () => void;
  /** Where the focus goes when it is closed from within. */
  readonly onCloseFocus?: () => void;
}

/** The detail of what is chosen, beside the list, which stays in use; a sheet where there is no room for both. */
export function DetailPane(props: DetailPaneProps): ReactNode {
  const medium = useIsMedium();
  const id = useId();
  const pane = usePaneWidth(`detail.${props.name}`, 400, 300, 800);
  if (medium) return <Sheet open {...props} />;
  const close = (): void => {
    props.onClose();
    props.onCloseFocus?.();
  };
  return (
    <aside
      aria-labelledby={id}
      style={{ width: pane.width }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        close();
      }}
      className="relative flex min-h-0 shrink-0 animate-appear flex-col border-l border-line bg-paper"
    >
      <ResizeHandle pane={pane} side="left" label={t('pane.resize')} />
      <div className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line py-1.5 pl-4 pr-2">
        <div className="min-w-0 flex-1">
          <h2 id={id} className="truncate text-lead font-semibold text-ink">
            {props.title}
          </h2>
          {props.subtitle !== undefined && (
            <div className="truncate text-ink-3">{props.subtitle}</div>
          )}
        </div>
        {props.headerEnd}
        <IconButton label={t('action.close')} keys="Escape" onClick={close}>
          <X size={16} />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1 overflow-auto">{props.children}</div>
    </aside>
  );
}
