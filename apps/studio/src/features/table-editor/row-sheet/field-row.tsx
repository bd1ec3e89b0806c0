import type { Column, TableDetails } from '@plinth/console/api';
import { type ReactNode, useId } from 'react';
import { cx } from '../../../lib/class-names.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { shortType } from '../../../lib/text/type-names.ts';
import { FieldControl } from '../cells/field-control.tsx';

export interface FieldRowProps {
  readonly table: TableDetails;
  readonly column: Column;
  /** Null is NULL; undefined is the column's default. */
  readonly value: string | null | undefined;
  readonly onChange: (value: string | null | undefined) => void;
  readonly changed?: boolean;
  readonly problem?: string | null;
  readonly disabled?: boolean;
  /** The field may be left to the column's default. */
  readonly canDefault?: boolean;
  /** Beside the type: what else can be done with the value. */
  readonly action?: ReactNode;
  readonly autoFocus?: boolean;
}

/** A column in a form: name, type, its control, and NULL where it may be NULL. */
export function FieldRow(props: FieldRowProps): ReactNode {
  const { table, column, value, onChange, problem = null, disabled = false } = props;
  const id = useId();
  const foreignKey = table.foreignKeys.find((key) => key.columns.includes(column.name));
  return (
    <div
      className={cx(
        'border-l-2 py-2 pl-3.5 pr-4',
        props.changed === true ? 'border-l-warning bg-warning-wash' : 'border-l-transparent',
      )}
    >
      <div className="mb-1 flex min-h-6 items-center gap-2">
        <label htmlFor={id} className="truncate font-medium text-ink">
          {column.name}
        </label>
        <span className="min-w-0 flex-1 truncate text-small text-ink-3">
          {shortType(column.type)}
          {foreignKey !== undefined && ` → ${foreignKey.targetTable}`}
        </span>
        {props.action}
        {column.nullable && !disabled && (
          <Toggle
            pressed={value === null}
            onClick={() => onChange(value === null ? (props.canDefault ? undefined : '') : null)}
          >
            NULL
          </Toggle>
        )}
        {props.canDefault === true && value !== undefined && (
          <Toggle pressed={false} onClick={() => onChange(undefined)}>
            {t('field.default')}
          </Toggle>
        )}
      </div>
      <FieldControl
        id={id}
        column={column}
        value={value}
        onChange={onChange}
        disabled={disabled}
        aria-label={column.name}
        aria-describedby={problem === null ? undefined : `${id}-note`}
        aria-invalid={problem === null ? undefined : true}
        {...(props.autoFocus === true && { autoFocus: true })}
      />
      {problem !== null && (
        <p id={`${id}-note`} role="alert" className="mt-1 text-danger">
          {problem}
        </p>
      )}
      {column.comment !== null && problem === null && (
        <p className="mt-1 text-ink-3">{column.comment}</p>
      )}
    </div>
  );
}

const Toggle = ({
  pressed,
  onClick,
  children,
}: {
  readonly pressed: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}): ReactNode => (
  <button
    type="button"
    aria-pressed={pressed}
    onClick={onClick}
    className="data h-6 rounded-mark px-1.5 text-small text-ink-3 hover:bg-stone-2 hover:text-ink aria-pressed:bg-verdigris-wash aria-pressed:text-verdigris-deep max-md:h-9"
  >
    {children}
  </button>
);
