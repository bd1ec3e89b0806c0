import { type ReactNode, useId } from 'react';

export interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Gets what the control needs to be tied to its label, hint and error. */
  readonly children: (control: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': true | undefined;
  }) => ReactNode;
  readonly className?: string;
}

/** A control with its label above and, below, its error or else its hint. */
export function Field({ label, hint, error, children, className }: FieldProps): ReactNode {
  const id = useId();
  const note = error ?? hint;
  const noteId = note === undefined || note === null ? undefined : `${id}-note`;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-medium text-ink">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': noteId,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {noteId !== undefined && (
        <p
          id={noteId}
          className={error === undefined ? 'mt-1 text-ink-3' : 'mt-1 text-danger'}
          {...(error !== undefined && { role: 'alert' })}
        >
          {note}
        </p>
      )}
    </div>
  );
}
