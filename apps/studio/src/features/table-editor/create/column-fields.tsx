import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { queries } from '../../../api/queries.ts';
import { useApi } from '../../../api/use-api.ts';
import { cx } from '../../../lib/class-names.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { longType, shortType } from '../../../lib/text/type-names.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { Combobox } from '../../../ui/overlays/combobox.tsx';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { type ColumnDraft, defaultKindOf, defaultsFor } from './draft.ts';

export interface ColumnFieldsProps {
  readonly projectRef: string;
  readonly column: ColumnDraft;
  /** From 1. */
  readonly place: number;
  readonly problem: 'name' | 'twice' | 'target' | undefined;
  /** The column has just been added: its name is typed next. */
  readonly autoFocus: boolean;
  readonly onChange: (change: Partial<ColumnDraft>) => void;
  readonly onRemove: () => void;
}

const wholeNumbers = /^int[248]$/;

/** One column of a new table: name, type and default in a line, what holds for it below. */
export function ColumnFields(props: ColumnFieldsProps): ReactNode {
  const { projectRef, column, place, problem, onChange } = props;
  const api = useApi();
  const { data: types = [] } = useQuery(queries.types(api, projectRef));
  const note = useId();
  const name = column.name === '' ? t('create.columnAt', { place }) : column.name;
  return (
    <li className="border-b border-line py-2">
      <div className="grid grid-cols-[minmax(0,1fr)_180px_minmax(0,1fr)_32px] items-center gap-2 max-md:grid-cols-[minmax(0,1fr)_130px_40px]">
        <Input
          mono
          autoFocus={props.autoFocus}
          aria-label={t('create.columnName', { place })}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : note}
          placeholder={t('create.columnPlaceholder')}
          spellCheck={false}
          value={column.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <Combobox
          label={t('create.type', { column: name })}
          mono
          value={column.type}
          options={types.map((type) => ({
            value: type.name,
            label: shortType(type.name),
            hint: type.description,
            group: t(`typeGroup.${type.group}`),
            keywords: longType(type.name),
          }))}
          onChange={(type) =>
            onChange({
              type,
              ...(!wholeNumbers.test(type) && { identity: false }),
              ...(column.defaultValue === '' && {
                defaultKind: defaultKindOf(
                  type,
                  types.find(({ name }) => name === type)?.group === 'enum',
                ),
              }),
            })
          }
        />
        <DefaultField column={column} name={name} onChange={onChange} />
        <IconButton label={t('create.removeColumn', { column: name })} onClick={props.onRemove}>
          <X size={15} />
        </IconButton>
      </div>
      <div className="mt-1.5 flex flex-wrap gap-1">
        <Mark
          label={t('create.primaryKey')}
          hint={t('create.primaryKeyHint')}
          pressed={column.primaryKey}
          onPress={(primaryKey) => onChange({ primaryKey })}
        />
        <Mark
          label={t('create.notNull')}
          hint={t('create.notNullHint')}
          pressed={!column.nullable || column.primaryKey}
          disabled={column.primaryKey}
          onPress={(notNull) => onChange({ nullable: !notNull })}
        />
        <Mark
          label={t('create.unique')}
          hint={t('create.uniqueHint')}
          pressed={column.unique || column.primaryKey}
          disabled={column.primaryKey}
          onPress={(unique) => onChange({ unique })}
        />
        <Mark
          label={t('create.array')}
          hint={t('create.arrayHint')}
          pressed={column.array}
          disabled={column.identity}
          onPress={(array) => onChange({ array })}
        />
        {wholeNumbers.test(column.type) && (
          <Mark
            label={t('create.identity')}
            hint={t('create.identityHint')}
            pressed={column.identity}
            disabled={column.array}
            onPress={(identity) => onChange({ identity })}
          />
        )}
        {problem !== undefined && (
          <span id={note} role="alert" className="self-center pl-1 text-danger">
            {problem === 'twice' ? t('create.nameTwice') : t('create.nameNeeded')}
          </span>
        )}
      </div>
    </li>
  );
}

function DefaultField({
  column,
  name,
  onChange,
}: {
  readonly column: ColumnDraft;
  readonly name: string;
  readonly onChange: (change: Partial<ColumnDraft>) => void;
}): ReactNode {
  const list = useId();
  const isExpression = column.defaultKind === 'expression';
  return (
    <div className="flex min-w-0 max-md:col-span-2">
      <Tooltip label={isExpression ? t('create.asExpression') : t('create.asLiteral')}>
        <button
          type="button"
          disabled={column.identity}
          onClick={() => onChange({ defaultKind: isExpression ? 'literal' : 'expression' })}
          className="data h-8 w-9 shrink-0 rounded-l-control border border-r-0 border-line-strong/80 bg-stone-1 text-ink-3 hover:text-ink max-md:h-10"
        >
          <span aria-hidden="true">{isExpression ? 'fx' : '“a”'}</span>
          <span className="sr-only">
            {t('create.defaultKind', {
              column: name,
              kind: isExpression ? t('create.expression') : t('create.literal'),
            })}
          </span>
        </button>
      </Tooltip>
      <Input
        mono
        list={isExpression ? list : undefined}
        disabled={column.identity}
        aria-label={t('create.default', { column: name })}
        placeholder={column.identity ? t('field.identity') : t('create.noDefault')}
        spellCheck={false}
        value={column.identity ? '' : column.defaultValue}
        onChange={(event) => onChange({ defaultValue: event.target.value })}
        className="rounded-l-none!"
      />
      <datalist id={list}>
        {defaultsFor(column.type, column.array).map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </div>
  );
}

function Mark({
  label,
  hint,
  pressed,
  disabled = false,
  onPress,
}: {
  readonly label: string;
  readonly hint: string;
  readonly pressed: boolean;
  readonly disabled?: boolean;
  readonly onPress: (pressed: boolean) => void;
}): ReactNode {
  return (
    <Tooltip label={hint}>
      <button
        type="button"
        aria-pressed={pressed}
        disabled={disabled}
        onClick={() => onPress(!pressed)}
        className={cx(
          'h-6 rounded-mark border px-2 text-small max-md:h-9',
          pressed
            ? 'border-verdigris/50 bg-verdigris-wash text-verdigris-deep'
            : 'border-line text-ink-3 hover:border-line-strong hover:text-ink',
        )}
      >
        {label}
      </button>
    </Tooltip>
  );
}
