import type { ChangeValues } from './change-values.ts';
import type { ColumnView } from './column-view.ts';

export type EventError =
  | 'Error 400: Bad Request, no primary key'
  | 'Error 401: Unauthorized'
  | 'Error 413: Payload Too Large';

/** Values longer than this, in bytes of JSON, are left out of an event that is too large. */
const largestOfTooLarge = 64;

/** Where the old values come from and how much of them is shown. */
export type OldValues = 'all' | 'key';

const types = { insert: 'INSERT', update: 'UPDATE', delete: 'DELETE' } as const;

/** The protocol's `data` for subscribers who see `view`. */
export function eventText(change: ChangeValues, view: ColumnView, old: OldValues): string {
  const { schema, name } = change.table;
  const at = new Date(change.committedAt).toISOString();
  const errors = change.isTooLarge ? '["Error 413: Payload Too Large"]' : 'null';
  const oldRecord =
    change.kind === 'insert' ? '' : `"old_record":${oldRecordText(change, view, old)},`;
  const record =
    change.kind === 'delete'
      ? ''
      : `"record":${recordText(change.values, view, change.isTooLarge)},`;
  return (
    `{"columns":${view.columns},"commit_timestamp":"${at}","errors":${errors},${oldRecord}${record}` +
    `"schema":${JSON.stringify(schema)},"table":${JSON.stringify(name)},"type":"${types[change.kind]}"}`
  );
}

/** The event of a change that may not be shown at all. */
export function errorText(
  { table, kind }: Pick<ChangeValues, 'table' | 'kind'>,
  error: EventError,
): string {
  const oldRecord = kind === 'insert' ? '' : '"old_record":{},';
  const record = kind === 'delete' ? '' : '"record":{},';
  return (
    `{"columns":[],"commit_timestamp":null,"errors":[${JSON.stringify(error)}],${oldRecord}${record}` +
    `"schema":${JSON.stringify(table.schema)},"table":${JSON.stringify(table.name)},"type":"${types[kind]}"}`
  );
}

function oldRecordText(change: ChangeValues, view: ColumnView, old: OldValues): string {
  if (old === 'all') return recordText(change.oldValues, view, change.isTooLarge);
  return recordText(change.oldValues, view, change.isTooLarge, view.key);
}

function recordText(
  values: ReadonlyMap<string, string>,
  view: ColumnView,
  isTooLarge: boolean,
  only?: ReadonlySet<string>,
): string {
  let text = '';
  for (const name of view.names) {
    const value = values.get(name);
    if (value === undefined || only?.has(name) === false) continue;
    if (isTooLarge && (value === 'null' || Buffer.byteLength(value) > largestOfTooLarge)) continue;
    text += `${text === '' ? '' : ','}${view.prefixes.get(name)}${value}`;
  }
  return `{${text}}`;
}
