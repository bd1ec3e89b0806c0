/** A simple query, as bytes. */
export function queryMessage(text: string): Buffer {
  const bytes = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(5);
  head.write('Q');
  head.writeInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
}

/**
 * A standby status update. `flushed` is what the slot is confirmed to; 0 leaves it where it is. The time, which
 * Postgres only shows, stays empty.
 */
export function statusMessage(written: bigint, flushed: bigint): Buffer {
  const bytes = Buffer.alloc(39);
  bytes.write('d');
  bytes.writeInt32BE(38, 1);
  bytes.write('r', 5);
  bytes.writeBigUInt64BE(written, 6);
  bytes.writeBigUInt64BE(flushed, 14);
  bytes.writeBigUInt64BE(flushed, 22);
  return bytes;
}
