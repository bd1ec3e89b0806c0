/** Castagnoli's polynomial, reflected. */
const polynomial = 0x82f63b78;

/** Eight tables of 256: one lookup for each of eight bytes at a time. */
const tables = makeTables();

/** CRC-32C of `bytes` after `previous`, as an unsigned number. */
export function crc32c(bytes: Uint8Array, previous = 0): number {
  let crc = ~previous;
  let at = 0;
  const whole = bytes.length - (bytes.length % 8);
  while (at < whole) {
    const low = crc ^ word(bytes, at);
    const high = word(bytes, at + 4);
    crc =
      look(7, low) ^
      look(6, low >>> 8) ^
      look(5, low >>> 16) ^
      look(4, low >>> 24) ^
      look(3, high) ^
      look(2, high >>> 8) ^
      look(1, high >>> 16) ^
      look(0, high >>> 24);
    at += 8;
  }
  while (at < bytes.length) {
    crc = (crc >>> 8) ^ look(0, crc ^ (bytes[at] ?? 0));
    at += 1;
  }
  return ~crc >>> 0;
}

function look(table: number, byte: number): number {
  return tables[(table << 8) | (byte & 0xff)] ?? 0;
}

function word(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] ?? 0) |
    ((bytes[at + 1] ?? 0) << 8) |
    ((bytes[at + 2] ?? 0) << 16) |
    ((bytes[at + 3] ?? 0) << 24)
  );
}

function makeTables(): Int32Array {
  const made = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? polynomial : 0);
    made[byte] = crc;
  }
  for (let index = 256; index < made.length; index += 1) {
    const before = made[index - 256] ?? 0;
    made[index] = (before >>> 8) ^ (made[before & 0xff] ?? 0);
  }
  return made;
}
