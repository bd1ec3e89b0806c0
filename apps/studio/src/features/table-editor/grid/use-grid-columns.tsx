import type { Column, TableDetails } from '@plinth/console/api';
import { KeyRound, Link2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { localStore } from '../../../lib/browser.ts';
import { readJson, writeJson } from '../../../lib/state/stored-json.ts';
import { shortType } from '../../../lib/text/type-names.ts';
import type { GridColumn } from '../../../ui/grid/types.ts';

const widthsSchema = z.record(z.string(), z.number());
const narrowest = 60;
const widest = 1200;

/** A width that shows most values of a type without a drag. */
function usualWidth(column: Column): number {
  const name = 36 + column.name.length * 7.5 + shortType(column.type).length * 6.5;
  const values: Partial<Record<Column['category'], number>> = {
    uuid: 308,
    timestamp: 252,
    date: 112,
    boolean: 84,
    number: 104,
    json: 260,
    text: 220,
  };
  return Math.round(Math.max(Math.min(260, name), values[column.category] ?? 160));
}

export interface GridColumns {
  readonly columns: readonly GridColumn[];
  readonly resize: (index: number, width: number, done: boolean) => void;
}

/** The columns of a table as the grid shows them, in the widths this browser remembers. */
export function useGridColumns(ref: string, table: TableDetails): GridColumns {
  const key = `plinth.columns.${ref}.${table.schema}.${table.name}`;
  const [widths, setWidths] = useState(() => readJson(localStore, key, widthsSchema) ?? {});
  const columns = useMemo(
    () =>
      table.columns.map((column): GridColumn => {
        const isKey = table.primaryKey.includes(column.name);
        const isReference = table.foreignKeys.some((fk) => fk.columns.includes(column.name));
        const Icon = isKey ? KeyRound : isReference ? Link2 : null;
        return {
          name: column.name,
          type: shortType(column.type),
          // What points elsewhere is a name, not a quantity.
          align: column.category === 'number' && !isReference ? 'end' : 'start',
          width: widths[column.name] ?? usualWidth(column) + (isReference ? 30 : isKey ? 16 : 0),
          sortable: !['json', 'other'].includes(column.category) || column.type === 'jsonb',
          ...(Icon !== null && { icon: <Icon size={13} strokeWidth={1.8} /> }),
        };
      }),
    [table, widths],
  );
  return {
    columns,
    resize: (index, width, done) => {
      const name = table.columns[index]?.name;
      if (name === undefined) return;
      const within = Math.round(Math.min(widest, Math.max(narrowest, width)));
      const next = { ...widths, [name]: within };
      setWidths(next);
      if (done) writeJson(localStore, key, next);
    },
  };
}
