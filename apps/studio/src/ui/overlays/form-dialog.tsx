import { type ReactNode, useId } from 'react';
import { t } from '../../lib/i18n/translate.ts';
import { Button } from '../controls/button.tsx';
import { Dialog } from './dialog.tsx';

export interface FormDialogProps {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** The word on the button that sends the form. */
  readonly submit: string;
  /** The word on the other one. */
  readonly cancel?: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** Fields, and what went wrong. */
  readonly children: ReactNode;
}

/** A form in front of the page. */
export function FormDialog({
  title,
  description,
  submit,
  cancel = t('action.cancel'),
  busy,
  disabled = false,
  onSubmit,
  onClose,
  children,
}: FormDialogProps): ReactNode {
  const form = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" type="submit" form={form} busy={busy} disabled={disabled}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="mt-4 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
