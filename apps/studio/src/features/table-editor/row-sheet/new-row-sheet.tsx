import type { TableDetails } from '@plinth/console/api';
import { type ReactNode, useId, useState } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { CheckboxLine } from '../../../ui/controls/checkbox.tsx';
import { ErrorNote } from '../../../ui/layout/error-note.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { announce } from '../../../ui/overlays/toasts.tsx';
import type { RowWindow } from '../rows/row-window.ts';
import { FieldRow } from './field-row.tsx';
import { isRequired, useNewRow } from './use-new-row.ts';

/** A form for a new row. Fields left alone take the column's default, shown in their place. */
export function NewRowSheet({
  projectRef,
  table,
  window,
  onClose,
}: {
  readonly projectRef: string;
  readonly table: TableDetails;
  readonly window: RowWindow;
  readonly onClose: () => void;
}): ReactNode {
  const form = useId();
  const [another, setAnother] = useState(false);
  const row = useNewRow(projectRef, table, ({ key }) => {
    window.grow(1);
    announce({
      kind: 'success',
      title: t('row.inserted', { table: table.name }),
      detail: Object.values(key).join(', '),
    });
    if (!another) onClose();
  });
  const firstRequired = row.columns.find(isRequired);
  return (
    <Sheet
      open
      name="new-row"
      title={t('row.newTitle', { table: table.name })}
      onClose={onClose}
      footer={
        <>
          <span className="mr-auto">
            <CheckboxLine
              label={t('row.another')}
              checked={another}
              onChange={(event) => setAnother(event.target.checked)}
            />
          </span>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="primary" type="submit" form={form} busy={row.insert.isPending}>
            {t('row.insert')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="py-2"
        onSubmit={(event) => {
          event.preventDefault();
          row.submit();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
          event.preventDefault();
          row.submit();
        }}
      >
        {row.insert.error !== null && (
          <div className="px-4 py-2">
            <ErrorNote title={t('row.insertFailed')} error={row.insert.error} />
          </div>
        )}
        {row.columns.map((column) => (
          <FieldRow
            key={column.name}
            table={table}
            column={column}
            value={row.values[column.name]}
            canDefault={!isRequired(column)}
            autoFocus={column === firstRequired}
            problem={row.problem(column.name)}
            onChange={(next) => row.set(column.name, next)}
          />
        ))}
      </form>
    </Sheet>
  );
}
