import type { ColumnCategory } from './catalog-types.ts';

const byType: Readonly<Record<string, ColumnCategory>> = {
  bool: 'boolean',
  uuid: 'uuid',
  json: 'json',
  jsonb: 'json',
  bytea: 'bytes',
  date: 'date',
  time: 'time',
  timetz: 'time',
  timestamp: 'timestamp',
  timestamptz: 'timestamp',
  money: 'number',
  citext: 'text',
  xml: 'text',
};

/**
 * The category of a type, by its name (of a domain: of the type below it) and its `typtype` and
 * `typcategory` in pg_type.
 */
export function categoryOf(name: string, typtype: string, typcategory: string): ColumnCategory {
  if (typcategory === 'A') return 'array';
  if (typtype === 'e') return 'enum';
  const known = byType[name];
  if (known !== undefined) return known;
  if (typcategory === 'N')
    return /^(?:int[248]|numeric|float[48]|oid)$/.test(name) ? 'number' : 'other';
  return typcategory === 'S' ? 'text' : 'other';
}
