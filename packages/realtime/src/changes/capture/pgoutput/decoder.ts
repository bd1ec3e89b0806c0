import type { LoggedTable } from '../../change-source.ts';
import { ByteReader } from './byte-reader.ts';
import type { DecodedChange, LogEvent } from './log-event.ts';
import { MalformedLog } from './malformed-log.ts';
import { readRelation } from './read-relation.ts';
import { readKey, readRow } from './read-row.ts';

/** 2000-01-01 in milliseconds since 1970: Postgres counts from there. */
const postgresEpoch = 946_684_800_000n;

/** Milliseconds since 1970 of Postgres' microseconds since 2000. */
function milliseconds(microseconds: bigint): number {
  return Number(microseconds / 1_000n + postgresEpoch);
}

/** Reads the messages of pgoutput (protocol version 1, text) of one connection, one after another. */
export class PgoutputDecoder {
  readonly #tables = new Map<number, LoggedTable>();

  /** Undefined for what says nothing by itself. Throws MalformedLog. */
  decode(bytes: Buffer): LogEvent | undefined {
    const reader = new ByteReader(bytes);
    const event = this.#read(reader.letter(), reader);
    if (event !== 'ignored') reader.end();
    return typeof event === 'string' ? undefined : event;
  }

  #read(letter: string, reader: ByteReader): LogEvent | 'ignored' | 'noted' {
    switch (letter) {
      case 'I':
      case 'U':
      case 'D':
        return this.#change(letter, reader);
      case 'B':
        return begin(reader);
      case 'C':
        return commit(reader);
      case 'R':
        return this.#relation(reader);
      case 'M':
        return message(reader);
      // Truncate, origin and type.
      case 'T':
      case 'O':
      case 'Y':
        return 'ignored';
      default:
        throw new MalformedLog(`"${letter}" is no kind of message`);
    }
  }

  /** Postgres describes a table again after any DDL on it; where nothing changed it stays the same object. */
  #relation(reader: ByteReader): 'noted' {
    const table = readRelation(reader);
    const known = this.#tables.get(table.oid);
    if (known === undefined || JSON.stringify(known) !== JSON.stringify(table))
      this.#tables.set(table.oid, table);
    return 'noted';
  }

  #change(letter: 'I' | 'U' | 'D', reader: ByteReader): DecodedChange {
    const oid = reader.uint32();
    const table = this.#tables.get(oid);
    if (table === undefined) throw new MalformedLog(`the table ${oid} was not described`);
    let part = reader.letter();
    let oldRow: DecodedChange['oldRow'];
    if (letter !== 'I' && (part === 'K' || part === 'O')) {
      oldRow = part === 'K' ? readKey(reader, table) : readRow(reader, table);
      if (letter === 'D') return { kind: 'delete', table, row: undefined, oldRow };
      part = reader.letter();
    }
    if (letter === 'D' || part !== 'N')
      throw new MalformedLog(`"${part}" is no row of the change "${letter}"`);
    const row = readRow(reader, table);
    return { kind: letter === 'I' ? 'insert' : 'update', table, row, oldRow };
  }
}

function begin(reader: ByteReader): LogEvent {
  const lsn = reader.uint64();
  const committedAt = milliseconds(reader.int64());
  reader.uint32(); // Transaction id.
  return { kind: 'begin', lsn, committedAt };
}

function commit(reader: ByteReader): LogEvent {
  reader.uint8(); // Flags, unused.
  const lsn = reader.uint64();
  const end = reader.uint64();
  reader.int64(); // Time, told by begin.
  return { kind: 'commit', lsn, end };
}

/** One that belongs to no transaction is left out: it has no place in commit order. */
function message(reader: ByteReader): LogEvent | 'ignored' {
  const isTransactional = (reader.uint8() & 1) === 1;
  if (!isTransactional) return 'ignored';
  reader.uint64();
  const prefix = reader.cstring();
  return { kind: 'message', prefix, content: reader.text(reader.int32()) };
}
