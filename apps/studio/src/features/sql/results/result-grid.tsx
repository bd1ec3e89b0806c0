import type { SqlResult } from '@plinth/console/api';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { copyText } from '../../../lib/browser.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { preferences } from '../../../lib/state/preferences.ts';
import { useStore } from '../../../lib/state/store.ts';
import { formatNumber } from '../../../lib/text/format.ts';
import { shortType } from '../../../lib/text/type-names.ts';
import { DataGrid } from '../../../ui/grid/data-grid.tsx';
import type { CellAddress } from '../../../ui/grid/navigation.ts';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { announce } from '../../../ui/overlays/toasts.tsx';
import { ValueDialog } from './value-dialog.tsx';

const characterWidth = 8;
const sample = 50;

/** As wide as the name and the first rows need, within bounds. */
function widthOf(result: SqlResult, index: number): number {
  const column = result.columns[index];
  let longest = 0;
  for (const row of result.rows.slice(0, sample))
    longest = Math.max(longest, row[index]?.length ?? 4);
  const head = ((column?.name.length ?? 0) + shortType(column?.type ?? '').length) * 7.2 + 30;
  return Math.round(Math.min(420, Math.max(80, head, longest * characterWidth + 20)));
}

const numbers = /^(?:int[248]|numeric|float[48]|oid|money)(?!range)/;

/** The rows of a result. Enter shows a value whole. */
export function ResultGrid({ result }: { readonly result: SqlResult }): ReactNode {
  const { density } = useStore(preferences);
  const [active, setActive] = useState<CellAddress | null>(null);
  const [open, setOpen] = useState<CellAddress | null>(null);
  const [widths, setWidths] = useState<ReadonlyMap<number, number>>(new Map());
  const columns = useMemo(
    () =>
      result.columns.map(
        (column, index): GridColumn => ({
          name: column.name,
          type: shortType(column.type),
          align:
            numbers.test(shortType(column.type)) && !column.type.endsWith('[]') ? 'end' : 'start',
          width: widths.get(index) ?? widthOf(result, index),
        }),
      ),
    [result, widths],
  );
  const renderCell = useCallback((row: readonly (string | null)[], column: number) => {
    const value = row[column];
    return value === null || value === undefined ? (
      <span className="data text-ink-3 italic">{t('cell.null')}</span>
    ) : (
      <span className="data truncate">{value.replaceAll('\n', ' ↵ ')}</span>
    );
  }, []);
  const openValue = open === null ? undefined : result.rows[open.row]?.[open.column];
  const openLength = open === null ? undefined : fullLength(result, open);
  return (
    <>
      <DataGrid
        label={t('sql.resultLabel', { tag: result.tag })}
        columns={columns}
        rowCount={result.rows.length}
        rowHeight={density === 'compact' ? 28 : 32}
        rowAt={(index) => result.rows[index]}
        renderCell={renderCell}
        active={active}
        onActive={setActive}
        onOpen={setOpen}
        onKey={(event) => {
          if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 'c') return;
          if (active === null || document.getSelection()?.isCollapsed === false) return;
          event.preventDefault();
          copyCell(result, active);
        }}
        onResize={(index, width) =>
          setWidths((all) => new Map(all).set(index, Math.min(1200, Math.max(60, width))))
        }
      />
      {open !== null && (
        <ValueDialog
          name={result.columns[open.column]?.name ?? ''}
          type={result.columns[open.column]?.type ?? ''}
          value={openValue ?? null}
          fullLength={openLength}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** Characters of a cell that came cut; undefined where all of it is here. */
function fullLength({ cut }: SqlResult, at: CellAddress): number | undefined {
  return cut.find(([row, column]) => row === at.row && column === at.column)?.[2];
}

function copyCell(result: SqlResult, at: CellAddress): void {
  const value = result.rows[at.row]?.[at.column] ?? '';
  const full = fullLength(result, at);
  void copyText(value);
  announce({
    kind: full === undefined ? 'success' : 'info',
    title: t('cell.copied'),
    ...(full === undefined
      ? { duration: 1500 }
      : {
          detail: t('sql.cut', { shown: formatNumber(value.length), full: formatNumber(full) }),
        }),
  });
}
