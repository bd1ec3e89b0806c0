import type { ChangeBatch, LogEntry, LoggedTable, LoggedValue } from '../../change-source.ts';
import type { PackedBatch } from './messages.ts';

/** A batch as it was before it crossed; `tables` are those of the thread so far, by their numbers. */
export function unpack(packed: PackedBatch, tables: ReadonlyMap<number, LoggedTable>): ChangeBatch {
  const { kinds, values } = packed;
  let at = 0;
  const take = (count: number): readonly LoggedValue[] => {
    const start = at;
    at += count;
    return values.slice(start, at);
  };
  const entries = packed.tables.map((number, index): LogEntry => {
    const letter = kinds.charAt(index);
    if (letter === 'm') {
      const [prefix, content] = take(2);
      return { kind: 'message', prefix: prefix ?? '', content: content ?? '' };
    }
    const table = tables.get(number);
    if (table === undefined) throw new Error(`the table ${number} of the log is unknown`);
    const lower = letter.toLowerCase();
    const cut = letter === lower ? {} : { isCut: true as const };
    const row = (): readonly LoggedValue[] => take(table.columns.length);
    if (lower === 'i') return { kind: 'insert', table, row: row(), ...cut };
    if (lower === 'd') return { kind: 'delete', table, oldRow: row(), ...cut };
    if (lower === 'u') return { kind: 'update', table, row: row(), ...cut };
    return { kind: 'update', table, oldRow: row(), row: row(), ...cut };
  });
  const { lsn, index, committedAt, isLast } = packed;
  return { from: { lsn, index }, committedAt, entries, isLast };
}
