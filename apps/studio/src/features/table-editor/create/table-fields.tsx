import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { CheckboxLine } from '../../../ui/controls/checkbox.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { ColumnFields } from './column-fields.tsx';
import { newColumn, newForeignKey, type problemsOf } from './draft.ts';
import { ForeignKeyFields } from './foreign-key-fields.tsx';
import type { DraftControl } from './use-table-draft.ts';

export interface TableFieldsProps {
  readonly projectRef: string;
  readonly schema: string;
  readonly control: DraftControl;
  readonly problems: ReturnType<typeof problemsOf>;
}

/** What the table is called, what it is for, and who may read it. */
export function Basics({ control, problems }: TableFieldsProps): ReactNode {
  const { draft } = control;
  return (
    <>
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <Field
          label={t('create.name')}
          error={problems.has('table') ? t('create.nameNeeded') : undefined}
        >
          {(field) => (
            <Input
              mono
              autoFocus
              spellCheck={false}
              placeholder="notes"
              value={draft.name}
              onChange={(event) => control.set({ name: event.target.value })}
              {...field}
            />
          )}
        </Field>
        <Field label={t('create.comment')}>
          {(field) => (
            <Input
              value={draft.comment}
              placeholder={t('create.optional')}
              onChange={(event) => control.set({ comment: event.target.value })}
              {...field}
            />
          )}
        </Field>
      </div>
      <CheckboxLine
        label={t('create.rls')}
        hint={draft.rlsEnabled ? t('create.rlsOn') : t('create.rlsOff')}
        checked={draft.rlsEnabled}
        onChange={(event) => control.set({ rlsEnabled: event.target.checked })}
      />
    </>
  );
}

/** The columns of the table. */
export function ColumnList({ projectRef, control, problems }: TableFieldsProps): ReactNode {
  const { columns } = control.draft;
  const [added, setAdded] = useState<string | null>(null);
  const add = (): void => {
    const column = newColumn();
    setAdded(column.id);
    control.set({ columns: [...columns, column] });
  };
  return (
    <section aria-label={t('create.columns')}>
      <h3 className="font-medium text-ink">{t('create.columns')}</h3>
      <ul className="mt-2 border-t border-line">
        {columns.map((column, index) => (
          <ColumnFields
            key={column.id}
            projectRef={projectRef}
            column={column}
            place={index + 1}
            problem={problems.get(column.id)}
            autoFocus={column.id === added}
            onChange={(change) => control.setColumn(column.id, change)}
            onRemove={() => control.set({ columns: columns.filter(({ id }) => id !== column.id) })}
          />
        ))}
      </ul>
      <AddButton onClick={add}>{t('create.addColumn')}</AddButton>
    </section>
  );
}

/** What the columns point at. */
export function ForeignKeyList(props: TableFieldsProps): ReactNode {
  const { projectRef, schema, control, problems } = props;
  const { columns, foreignKeys } = control.draft;
  return (
    <section aria-label={t('create.foreignKeys')}>
      <h3 className="font-medium text-ink">{t('create.foreignKeys')}</h3>
      {foreignKeys.length > 0 && (
        <ul className="mt-2 border-t border-line">
          {foreignKeys.map((foreignKey) => (
            <ForeignKeyFields
              key={foreignKey.id}
              projectRef={projectRef}
              foreignKey={foreignKey}
              columns={columns}
              incomplete={problems.has(foreignKey.id)}
              onChange={(change) => control.setForeignKey(foreignKey.id, change)}
              onType={(name, type) => {
                const column = columns.find((one) => one.name === name);
                if (column !== undefined) control.setColumn(column.id, { type, array: false });
              }}
              onRemove={() =>
                control.set({ foreignKeys: foreignKeys.filter(({ id }) => id !== foreignKey.id) })
              }
            />
          ))}
        </ul>
      )}
      <AddButton
        onClick={() => {
          const made = newForeignKey(schema, columns.at(-1)?.name ?? '');
          control.set({ foreignKeys: [...foreignKeys, made] });
        }}
      >
        {t('create.addForeignKey')}
      </AddButton>
    </section>
  );
}

const AddButton = ({
  onClick,
  children,
}: {
  readonly onClick: () => void;
  readonly children: ReactNode;
}): ReactNode => (
  <Button size="small" icon={<Plus size={14} />} className="mt-2" onClick={onClick}>
    {children}
  </Button>
);
