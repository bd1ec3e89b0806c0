import type { LoggedRow, LoggedTable, LoggedValue } from '../../change-source.ts';
import type { ByteReader } from './byte-reader.ts';
import { MalformedLog } from './malformed-log.ts';

const isNull = 0x6e; // n
const isUnchanged = 0x75; // u
const isText = 0x74; // t

/** A row as the stream has it. Throws MalformedLog. */
export function readRow(reader: ByteReader, table: LoggedTable): LoggedRow {
  const count = reader.uint16();
  if (count !== table.columns.length) {
    throw new MalformedLog(`a row of ${table.columns.length} columns has ${count}`);
  }
  const row: LoggedValue[] = new Array(count);
  for (let index = 0; index < count; index += 1) row[index] = readValue(reader);
  return row;
}

/** The old row of a key: what is not part of the identity stands there as NULL, but was not logged. */
export function readKey(reader: ByteReader, table: LoggedTable): LoggedRow {
  const row = readRow(reader, table);
  return row.map((value, index) => (table.columns[index]?.isIdentity ? value : undefined));
}

function readValue(reader: ByteReader): LoggedValue {
  const kind = reader.uint8();
  if (kind === isText) return reader.text(reader.int32());
  if (kind === isNull) return null;
  if (kind === isUnchanged) return undefined;
  throw new MalformedLog(`"${String.fromCharCode(kind)}" is no kind of value`);
}
