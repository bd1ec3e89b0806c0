import type { Column, FilterOperator, RowFilter } from '@plinth/console/api';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { shortType } from '../../../lib/text/type-names.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { OptionList } from '../../../ui/overlays/option-list.tsx';
import { isNullTest, operators } from '../rows/view-codec.ts';

/** The operators that make sense for a column, the likeliest first. */
function operatorsFor(column: Column): readonly FilterOperator[] {
  const nulls: readonly FilterOperator[] = column.nullable ? ['is_null', 'is_not_null'] : [];
  switch (column.category) {
    case 'boolean':
      return ['eq', 'neq', ...nulls];
    case 'enum':
    case 'uuid':
      return ['eq', 'neq', 'in', ...nulls];
    case 'text':
      return ['ilike', 'eq', 'neq', 'in', 'like', 'gt', 'gte', 'lt', 'lte', ...nulls];
    case 'number':
    case 'date':
    case 'time':
    case 'timestamp':
      return ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', ...nulls];
    case 'json':
    case 'array':
    case 'bytes':
      return ['eq', 'neq', ...nulls];
    default:
      return operators;
  }
}

const marks: Readonly<Record<FilterOperator, string>> = {
  eq: '=',
  neq: '≠',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
  like: 'like',
  ilike: 'ilike',
  in: 'in',
  is_null: 'null',
  is_not_null: 'not null',
};

/** Three steps to a filter: the column, the comparison, the value. Enter goes on, the arrow goes back. */
export function FilterForm({
  columns,
  initial,
  onDone,
}: {
  readonly columns: readonly Column[];
  readonly initial?: RowFilter;
  readonly onDone: (filter: RowFilter) => void;
}): ReactNode {
  const id = useId();
  const [column, setColumn] = useState(columns.find(({ name }) => name === initial?.column));
  const [operator, setOperator] = useState<FilterOperator | undefined>(initial?.operator);

  if (column === undefined)
    return (
      <Step>
        <OptionList
          id={id}
          label={t('filter.column')}
          placeholder={t('filter.column')}
          empty={t('combobox.nothing')}
          options={columns.map(({ name, type }) => ({
            value: name,
            label: name,
            hint: shortType(type),
          }))}
          onChoose={({ value }) => setColumn(columns.find(({ name }) => name === value))}
        />
      </Step>
    );

  if (operator === undefined)
    return (
      <Step title={column.name} onBack={() => setColumn(undefined)}>
        <OptionList
          key="operator"
          id={id}
          label={t('filter.operator')}
          placeholder={t('filter.operator')}
          empty={t('combobox.nothing')}
          options={operatorsFor(column).map((one) => ({
            value: one,
            label: t(`operator.${one}`),
            hint: marks[one],
            keywords: marks[one],
          }))}
          onChoose={({ value }) => {
            const chosen = operators.find((one) => one === value);
            if (chosen === undefined) return;
            if (isNullTest(chosen)) onDone({ column: column.name, operator: chosen, value: '' });
            else setOperator(chosen);
          }}
        />
      </Step>
    );

  return (
    <Step
      title={`${column.name} ${t(`operator.${operator}`)}`}
      onBack={() => setOperator(undefined)}
    >
      <ValueStep
        column={column}
        operator={operator}
        initial={initial?.value ?? ''}
        onDone={(value) => onDone({ column: column.name, operator, value })}
      />
    </Step>
  );
}

function Step({
  title,
  onBack,
  children,
}: {
  readonly title?: string;
  readonly onBack?: () => void;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="flex max-h-80 flex-col">
      {title !== undefined && (
        <div className="flex h-8 shrink-0 items-center gap-1 px-1">
          <button
            type="button"
            aria-label={t('filter.back')}
            onClick={onBack}
            className="grid size-7 place-items-center rounded-control text-ink-3 hover:bg-stone-2 hover:text-ink"
          >
            <ArrowLeft size={14} />
          </button>
          <span className="truncate font-medium">{title}</span>
        </div>
      )}
      {children}
    </div>
  );
}

function ValueStep({
  column,
  operator,
  initial,
  onDone,
}: {
  readonly column: Column;
  readonly operator: FilterOperator;
  readonly initial: string;
  readonly onDone: (value: string) => void;
}): ReactNode {
  const id = useId();
  const [value, setValue] = useState(initial);
  const choices = column.category === 'boolean' ? ['true', 'false'] : column.enumValues;
  if (choices !== null && operator !== 'in')
    return (
      <OptionList
        id={id}
        label={t('filter.value')}
        placeholder={t('filter.value')}
        empty={t('combobox.nothing')}
        startAt={initial}
        options={choices.map((choice) => ({ value: choice, label: choice }))}
        onChoose={({ value: chosen }) => onDone(chosen)}
      />
    );
  const isPattern = operator === 'like' || operator === 'ilike';
  return (
    <form
      className="flex flex-col gap-2 p-2 pt-0"
      onSubmit={(event) => {
        event.preventDefault();
        // Who types a word means "somewhere in it"; who writes a pattern gets the pattern.
        onDone(isPattern && !/[%_]/.test(value) ? `%${value}%` : value);
      }}
    >
      <Input
        mono
        aria-label={t('filter.value')}
        autoFocus
        value={value}
        placeholder={operator === 'in' ? t('filter.list') : t('filter.value')}
        onChange={(event) => setValue(event.target.value)}
      />
      {(operator === 'in' || isPattern) && (
        <p className="text-small text-ink-3">
          {operator === 'in' ? t('filter.listHint') : t('filter.patternHint')}
        </p>
      )}
      <Button type="submit" kind="primary" size="small">
        {t('filter.apply')}
      </Button>
    </form>
  );
}
