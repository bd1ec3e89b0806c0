import type { LoggedColumn, LoggedTable } from '../../change-source.ts';
import type { ByteReader } from './byte-reader.ts';
import { MalformedLog } from './malformed-log.ts';

const identities: Readonly<Record<string, LoggedTable['identity']>> = {
  d: 'default',
  n: 'nothing',
  f: 'full',
  i: 'index',
};

/** The table that a Relation message describes, after its first byte. Throws MalformedLog. */
export function readRelation(reader: ByteReader): LoggedTable {
  const oid = reader.uint32();
  // An empty schema stands for pg_catalog.
  const schema = reader.cstring() || 'pg_catalog';
  const name = reader.cstring();
  const letter = reader.letter();
  const identity = identities[letter];
  if (identity === undefined) throw new MalformedLog(`"${letter}" is no replica identity`);
  const columns: LoggedColumn[] = [];
  for (let left = reader.uint16(); left > 0; left -= 1) {
    columns.push({
      isIdentity: (reader.uint8() & 1) === 1,
      name: reader.cstring(),
      typeOid: reader.uint32(),
      typeModifier: reader.int32(),
    });
  }
  return { oid, schema, name, identity, columns };
}
