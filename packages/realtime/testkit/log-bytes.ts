/** Messages of Postgres' logical replication, byte by byte, as its documentation describes them. */

/** A value of a row: its text, null, or undefined for "unchanged". */
type Cell = string | null | undefined;

const u8 = (value: number): Buffer => Buffer.of(value);

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value);
  return bytes;
}

const letter = (text: string): Buffer => Buffer.from(text, 'latin1');
const name = (text: string): Buffer => Buffer.from(`${text}\0`);

const row = (cells: readonly Cell[]): Buffer =>
  Buffer.concat([
    u16(cells.length),
    ...cells.map((cell) => {
      if (cell === undefined) return letter('u');
      if (cell === null) return letter('n');
      const bytes = Buffer.from(cell);
      return Buffer.concat([letter('t'), u32(bytes.length), bytes]);
    }),
  ]);

/** Microseconds from 2000 on. */
const time = (milliseconds: number): Buffer =>
  u64(BigInt(milliseconds - Date.UTC(2000, 0, 1)) * 1_000n);

export const logBytes = {
  begin: (lsn: bigint, at: number): Buffer =>
    Buffer.concat([letter('B'), u64(lsn), time(at), u32(7)]),
  commit: (lsn: bigint, end: bigint): Buffer =>
    Buffer.concat([letter('C'), u8(0), u64(lsn), u64(end), time(0)]),
  relation: (
    oid: number,
    schema: string,
    table: string,
    identity: string,
    columns: readonly (readonly [string, number, number, boolean])[],
  ): Buffer =>
    Buffer.concat([
      letter('R'),
      u32(oid),
      name(schema),
      name(table),
      letter(identity),
      u16(columns.length),
      ...columns.map(([column, type, modifier, isKey]) =>
        Buffer.concat([u8(isKey ? 1 : 0), name(column), u32(type), u32(modifier)]),
      ),
    ]),
  insert: (oid: number, cells: readonly Cell[]): Buffer =>
    Buffer.concat([letter('I'), u32(oid), letter('N'), row(cells)]),
  update: (
    oid: number,
    cells: readonly Cell[],
    old?: readonly ['K' | 'O', readonly Cell[]],
  ): Buffer =>
    Buffer.concat([
      letter('U'),
      u32(oid),
      ...(old === undefined ? [] : [letter(old[0]), row(old[1])]),
      letter('N'),
      row(cells),
    ]),
  delete: (oid: number, part: 'K' | 'O', cells: readonly Cell[]): Buffer =>
    Buffer.concat([letter('D'), u32(oid), letter(part), row(cells)]),
  truncate: (oid: number): Buffer => Buffer.concat([letter('T'), u32(1), u8(0), u32(oid)]),
  origin: (): Buffer => Buffer.concat([letter('O'), u64(1n), name('elsewhere')]),
  type: (): Buffer => Buffer.concat([letter('Y'), u32(99), name('public'), name('mood')]),
  message: (isTransactional: boolean, prefix: string, content: string): Buffer =>
    Buffer.concat([
      letter('M'),
      u8(isTransactional ? 1 : 0),
      u64(5n),
      name(prefix),
      u32(Buffer.byteLength(content)),
      Buffer.from(content),
    ]),
  /** A message as it lies in the stream: as copy data, with positions and time before it. */
  framed: (message: Buffer): Buffer =>
    Buffer.concat([
      letter('d'),
      u32(message.length + 29),
      letter('w'),
      u64(1n),
      u64(2n),
      u64(3n),
      message,
    ]),
};
