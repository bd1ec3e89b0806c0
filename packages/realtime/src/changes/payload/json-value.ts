import type { CatalogColumn, JsonForm } from '../catalog/table-catalog.ts';
import { arrayJson } from './array-json.ts';

/** The JSON that `to_jsonb` gives for a value of the log; undefined where only Postgres can tell. */
export function jsonValue(column: CatalogColumn, text: string): string | undefined {
  const { element } = column;
  if (element !== undefined) return arrayJson(text, (item) => scalarJson(element, item));
  return scalarJson(column.form, text);
}

const instant =
  /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(?:([+-]\d\d)(:\d\d(?::\d\d)?)?)?( BC)?$/;

function scalarJson(form: JsonForm, text: string): string | undefined {
  switch (form) {
    case 'number':
      // NaN and Infinity are no numbers to JSON.
      return /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/.test(text) ? text : JSON.stringify(text);
    case 'boolean':
      return text === 't' ? 'true' : 'false';
    case 'json':
      return text;
    case 'text':
      return JSON.stringify(text);
    case 'date':
      return /^\d{4,}-\d\d-\d\d(?: BC)?$|^-?infinity$/.test(text) ? `"${text}"` : undefined;
    case 'timestamp':
    case 'timestamptz':
      return instantJson(text, form === 'timestamptz');
    case 'bytea':
      return text.startsWith('\\x') ? `"${text.slice(2)}"` : undefined;
    default:
      return undefined;
  }
}

function instantJson(text: string, hasZone: boolean): string | undefined {
  if (/^-?infinity$/.test(text)) return `"${text}"`;
  const [, date, time, hours, minutes, era = ''] = instant.exec(text) ?? [];
  if (date === undefined || (hours !== undefined) !== hasZone) return undefined;
  const zone = hours === undefined ? '' : `${hours}${minutes ?? ':00'}`;
  return `"${date}T${time}${zone}${era}"`;
}
