import type { Column, RowFilter, TableDetails } from '@plinth/console/api';
import { ListFilter, Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { useShortcut } from '../../../lib/shortcuts.ts';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { isNullTest } from '../rows/view-codec.ts';
import { FilterForm } from './filter-form.tsx';

export interface FilterBarProps {
  readonly table: TableDetails;
  readonly filters: readonly RowFilter[];
  readonly onChange: (filters: readonly RowFilter[]) => void;
}

/** The filters in force, each to be changed or taken away, and the way to add one. */
export function FilterBar({ table, filters, onChange }: FilterBarProps): ReactNode {
  const [adding, setAdding] = useState(false);
  useShortcut({
    keys: '/',
    label: t('filter.add'),
    group: t('area.tables'),
    run: () => setAdding(true),
  });
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5">
      {filters.map((filter, index) => (
        <FilterChip
          key={`${filter.column} ${filter.operator} ${filter.value}`}
          columns={table.columns}
          filter={filter}
          onChange={(next) => onChange(filters.with(index, next))}
          onRemove={() => onChange(filters.toSpliced(index, 1))}
        />
      ))}
      <Popover
        label={t('filter.add')}
        open={adding}
        onOpenChange={setAdding}
        className="w-72! p-0!"
        trigger={
          <button
            type="button"
            className="flex h-7 items-center gap-1.5 rounded-control border border-dashed border-line-strong/70 px-2 text-ink-3 hover:border-line-strong hover:text-ink max-md:h-9"
          >
            {filters.length === 0 ? <ListFilter size={14} /> : <Plus size={14} />}
            {t('filter.add')}
          </button>
        }
      >
        <FilterForm
          columns={table.columns}
          onDone={(filter) => {
            setAdding(false);
            onChange([...filters, filter]);
          }}
        />
      </Popover>
      {filters.length > 1 && (
        <button
          type="button"
          onClick={() => onChange([])}
          className="h-7 rounded-control px-2 text-ink-3 hover:bg-stone-2 hover:text-ink"
        >
          {t('filter.clear')}
        </button>
      )}
    </div>
  );
}

function FilterChip({
  columns,
  filter,
  onChange,
  onRemove,
}: {
  readonly columns: readonly Column[];
  readonly filter: RowFilter;
  readonly onChange: (filter: RowFilter) => void;
  readonly onRemove: () => void;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const text = `${filter.column} ${t(`operator.${filter.operator}`)} ${filter.value}`.trim();
  return (
    <span className="flex h-7 min-w-0 items-center rounded-control border border-verdigris/45 bg-verdigris-wash text-ink max-md:h-9">
      <Popover
        label={t('filter.edit', { filter: text })}
        open={open}
        onOpenChange={setOpen}
        className="w-72! p-0!"
        trigger={
          <button type="button" className="flex min-w-0 items-center gap-1.5 pl-2 pr-1">
            <span className="font-medium">{filter.column}</span>
            <span className="text-ink-2">{t(`operator.${filter.operator}`)}</span>
            {!isNullTest(filter.operator) && (
              <span className="data max-w-52 truncate">
                {filter.value === '' ? t('cell.empty') : filter.value}
              </span>
            )}
          </button>
        }
      >
        <FilterForm
          columns={columns}
          initial={filter}
          onDone={(next) => {
            setOpen(false);
            onChange(next);
          }}
        />
      </Popover>
      <button
        type="button"
        aria-label={t('filter.remove', { filter: text })}
        onClick={onRemove}
        className="grid h-full w-6 place-items-center rounded-r-control text-ink-2 hover:text-ink"
      >
        <X size={13} />
      </button>
    </span>
  );
}
