import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Plus, X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { queries } from '../../../api/queries.ts';
import { useApi } from '../../../api/use-api.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { shortType } from '../../../lib/text/type-names.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Select } from '../../../ui/controls/input.tsx';
import { Combobox } from '../../../ui/overlays/combobox.tsx';
import {
  type ColumnDraft,
  type ForeignKeyDraft,
  pairsWithKey,
  referentialActions,
} from './draft.ts';

export interface ForeignKeyFieldsProps {
  readonly projectRef: string;
  readonly foreignKey: ForeignKeyDraft;
  readonly columns: readonly ColumnDraft[];
  readonly incomplete: boolean;
  readonly onChange: (change: Partial<ForeignKeyDraft>) => void;
  /** Gives a column of the new table the type of the one it points at. */
  readonly onType: (column: string, type: string) => void;
  readonly onRemove: () => void;
}

/** One foreign key of a new table: where it points, and what happens when the row there goes. */
export function ForeignKeyFields(props: ForeignKeyFieldsProps): ReactNode {
  const { projectRef, foreignKey, incomplete, onChange } = props;
  const api = useApi();
  const { data: schemas = [] } = useQuery(queries.schemas(api, projectRef));
  const { data: tables = [] } = useQuery(queries.tables(api, projectRef, foreignKey.targetSchema));
  const target = tables.find((table) => table.name === foreignKey.targetTable);
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3">
      <div className="grid grid-cols-[150px_minmax(0,1fr)_32px] items-center gap-2">
        <Select
          aria-label={t('create.targetSchema')}
          value={foreignKey.targetSchema}
          onChange={(event) =>
            onChange({
              targetSchema: event.target.value,
              targetTable: '',
              pairs: foreignKey.pairs.map((pair) => ({ ...pair, target: '' })),
            })
          }
        >
          {schemas.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
        <Combobox
          label={t('create.targetTable')}
          mono
          placeholder={t('create.targetTable')}
          invalid={incomplete && foreignKey.targetTable === ''}
          value={foreignKey.targetTable}
          options={tables
            .filter(({ kind }) => kind === 'table' || kind === 'partitioned table')
            .map(({ name }) => ({ value: name, label: name }))}
          onChange={(targetTable) =>
            onChange({
              targetTable,
              pairs: foreignKey.pairs.map((pair) => ({ ...pair, target: '' })),
            })
          }
        />
        <IconButton label={t('create.removeForeignKey')} onClick={props.onRemove}>
          <X size={15} />
        </IconButton>
      </div>
      {target !== undefined && <Pairs {...props} tableId={target.id} />}
      <div className="flex flex-wrap gap-x-4 gap-y-2 text-ink-2">
        <ActionSelect
          label={t('create.onDelete')}
          value={foreignKey.onDelete}
          onChange={(onDelete) => onChange({ onDelete })}
        />
        <ActionSelect
          label={t('create.onUpdate')}
          value={foreignKey.onUpdate}
          onChange={(onUpdate) => onChange({ onUpdate })}
        />
      </div>
      {incomplete && (
        <p role="alert" className="text-danger">
          {t('create.targetNeeded')}
        </p>
      )}
    </li>
  );
}

function Pairs({
  projectRef,
  foreignKey,
  columns,
  onChange,
  onType,
  tableId,
}: ForeignKeyFieldsProps & { readonly tableId: number }): ReactNode {
  const api = useApi();
  const { data: table } = useQuery(queries.table(api, projectRef, tableId));
  const { pairs } = foreignKey;
  // biome-ignore lint/correctness/useExhaustiveDependencies: proposed once, when the table has been chosen
  useEffect(() => {
    if (table !== undefined) onChange({ pairs: pairsWithKey(pairs, columns, table) });
  }, [table?.id]);
  const set = (index: number, change: Partial<(typeof pairs)[number]>): void =>
    onChange({ pairs: pairs.map((pair, at) => (at === index ? { ...pair, ...change } : pair)) });
  return (
    <>
      {pairs.map((pair, index) => {
        const column = columns.find(({ name }) => name === pair.column);
        const target = table?.columns.find(({ name }) => name === pair.target);
        const differs =
          column !== undefined &&
          target !== undefined &&
          shortType(column.type) !== shortType(target.type);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: pairs are nothing but their place
          <div key={index}>
            <div className="grid grid-cols-[minmax(0,1fr)_16px_minmax(0,1fr)_32px] items-center gap-2">
              <Select
                aria-label={t('create.localColumn')}
                value={pair.column}
                onChange={(event) => set(index, { column: event.target.value })}
              >
                <option value="">{t('combobox.choose')}</option>
                {columns
                  .filter(({ name }) => name !== '')
                  .map(({ id, name }) => (
                    <option key={id} value={name}>
                      {name}
                    </option>
                  ))}
              </Select>
              <ArrowRight size={14} className="text-ink-3" />
              <Select
                aria-label={t('create.targetColumn')}
                value={pair.target}
                onChange={(event) => set(index, { target: event.target.value })}
              >
                <option value="">{t('combobox.choose')}</option>
                {table?.columns.map(({ name, unique }) => (
                  <option key={name} value={name}>
                    {table.primaryKey.includes(name)
                      ? `${name} (${t('definition.key')})`
                      : unique
                        ? `${name} (${t('definition.unique')})`
                        : name}
                  </option>
                ))}
              </Select>
              {pairs.length > 1 && (
                <IconButton
                  label={t('create.removePair')}
                  onClick={() => onChange({ pairs: pairs.toSpliced(index, 1) })}
                >
                  <X size={15} />
                </IconButton>
              )}
            </div>
            {differs && (
              <p className="mt-1 flex flex-wrap items-center gap-2 text-warning">
                {t('create.typeDiffers', {
                  column: pair.column,
                  own: shortType(column.type),
                  other: shortType(target.type),
                })}
                <Button size="small" onClick={() => onType(pair.column, shortType(target.type))}>
                  {t('create.useType', { type: shortType(target.type) })}
                </Button>
              </p>
            )}
          </div>
        );
      })}
      <Button
        size="small"
        kind="quiet"
        icon={<Plus size={14} />}
        className="self-start"
        onClick={() => onChange({ pairs: [...pairs, { column: '', target: '' }] })}
      >
        {t('create.addPair')}
      </Button>
    </>
  );
}

function ActionSelect({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: ForeignKeyDraft['onDelete'];
  readonly onChange: (value: ForeignKeyDraft['onDelete']) => void;
}): ReactNode {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Select is the control
    <label className="flex items-center gap-2">
      {label}
      <Select
        value={value}
        onChange={(event) => {
          const chosen = referentialActions.find((action) => action === event.target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
      >
        {referentialActions.map((action) => (
          <option key={action} value={action}>
            {t(`action.fk.${action}`)}
          </option>
        ))}
      </Select>
    </label>
  );
}
