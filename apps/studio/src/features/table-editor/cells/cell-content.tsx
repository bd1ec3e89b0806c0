import type { Column } from '@plinth/console/api';
import { CornerDownRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../../lib/class-names.ts';
import { t } from '../../../lib/i18n/translate.ts';

/** True for both of Postgres' ways to write a true boolean. */
export const isTrue = (value: string): boolean => value === 't' || value === 'true';

/** A boolean in the way that the value it replaces was written. */
export const booleanText = (on: boolean, like: string | null | undefined): string =>
  like === 'true' || like === 'false' ? String(on) : on ? 't' : 'f';

/** What stands for a value in a list: one line, as it is. */
export function shownValue(column: Pick<Column, 'category'>, value: string): string {
  if (column.category === 'boolean') return isTrue(value) ? 'true' : 'false';
  // Line breaks would be dropped; the sign shows that there is one.
  return value.includes('\n') ? value.replaceAll('\n', ' ↵ ') : value;
}

/** A default as it will be in the row where it is a plain literal (`'draft'::state` is draft), else the expression. */
export function shownDefault(expression: string): string {
  const literal = /^'((?:[^']|'')*)'(?:::[\w\s."[\]()]+)?$/.exec(expression)?.[1];
  if (literal === undefined) return expression;
  return literal === '' ? t('cell.empty') : literal.replaceAll("''", "'");
}

/** A value in a cell. */
export function CellContent({
  column,
  value,
  cut,
  staged,
  fresh = false,
  reference,
}: {
  readonly column: Pick<Column, 'category'>;
  readonly value: string | null;
  readonly cut: boolean;
  readonly staged: boolean;
  /** Somebody else has just changed it. */
  readonly fresh?: boolean;
  /** The cell points at a row of another table. */
  readonly reference: boolean;
}): ReactNode {
  return (
    <>
      {fresh && (
        <span aria-hidden="true" data-fresh className="absolute inset-0 -z-1 bg-success-wash" />
      )}
      {staged && (
        <span
          aria-hidden="true"
          className="absolute left-0 top-0 size-1.5 bg-warning [clip-path:polygon(0_0,100%_0,0_100%)] scale-150 origin-top-left"
        />
      )}
      {value === null ? (
        <span className="data text-ink-3 italic">{t('cell.null')}</span>
      ) : value === '' ? (
        <span className="data text-ink-3 italic">{t('cell.empty')}</span>
      ) : (
        <span
          className={cx(
            'data truncate',
            column.category === 'number' && 'tabular-nums',
            (column.category === 'json' || (column.category === 'boolean' && !isTrue(value))) &&
              'text-ink-2',
            staged && 'font-medium',
          )}
        >
          {shownValue(column, value)}
        </span>
      )}
      {cut && <span className="ml-auto shrink-0 pl-1 text-small text-ink-3">{t('cell.cut')}</span>}
      {reference && value !== null && (
        <span
          data-peek
          title={t('cell.peek')}
          className="ml-auto grid size-6 shrink-0 cursor-pointer place-items-center rounded-mark text-ink-3 hover:bg-stone-3 hover:text-ink"
        >
          <CornerDownRight size={13} aria-hidden="true" />
        </span>
      )}
    </>
  );
}
