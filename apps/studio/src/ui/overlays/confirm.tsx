import { type ReactNode, useState } from 'react';
import { t } from '../../lib/i18n/translate.ts';
import { Button } from '../controls/button.tsx';
import { Field } from '../controls/field.tsx';
import { Input } from '../controls/input.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Names the thing and its size. */
  readonly title: string;
  readonly description: ReactNode;
  /** The verb. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly busy?: boolean;
  /** Where it cannot be undone: what must be typed. */
  readonly typed?: string;
  readonly error?: ReactNode;
  readonly children?: ReactNode;
}

/** Asks before something is destroyed. */
export function Confirm({ open, ...rest }: ConfirmProps): ReactNode {
  return open ? <OpenConfirm {...rest} /> : null;
}

function OpenConfirm({
  onClose,
  title,
  description,
  action,
  onConfirm,
  busy = false,
  typed,
  error,
  children,
}: Omit<ConfirmProps, 'open'>): ReactNode {
  const [text, setText] = useState('');
  const allowed = typed === undefined || text === typed;
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="danger" disabled={!allowed} busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      {typed !== undefined && (
        <form
          className="mt-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (allowed) onConfirm();
          }}
        >
          <Field label={t('confirm.type', { name: typed })}>
            {(control) => (
              <Input
                mono
                value={text}
                onChange={(event) => setText(event.target.value)}
                spellCheck={false}
                {...control}
              />
            )}
          </Field>
        </form>
      )}
      {error !== undefined && error !== null && <div className="mt-3">{error}</div>}
    </Dialog>
  );
}
