import type { Column } from '@plinth/console/api';
import { t } from '../../../lib/i18n/translate.ts';
import { jsonProblem } from '../../../lib/text/json-layout.ts';

const number = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;
const integer = /^\s*[+-]?\d+\s*$/;
const uuid = /^\s*\{?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\}?\s*$/i;
const special = /^\s*[+-]?(?:nan|infinity|inf)\s*$/i;

/**
 * What is plainly wrong with a value before it is sent; null where nothing is. Postgres has the last word: this only
 * spares a way to the server.
 */
export function problemOf(column: Column, value: string | null): string | null {
  if (value === null) return column.nullable ? null : t('cell.notNull', { column: column.name });
  switch (column.category) {
    case 'number':
      if (/^(?:smallint|integer|bigint|int[248])$/.test(column.type))
        return integer.test(value) ? null : t('cell.integer');
      return number.test(value) || special.test(value) ? null : t('cell.number');
    case 'uuid':
      return uuid.test(value) ? null : t('cell.uuid');
    case 'json': {
      const problem = jsonProblem(value);
      return problem === null ? null : t('cell.json', { problem });
    }
    case 'date':
    case 'timestamp':
    case 'time':
      return value.trim() === '' ? t('cell.moment') : null;
    default:
      return null;
  }
}
