/** NVMe's polynomial, reflected, in two halves of 32 bits. */
const polynomialHigh = 0x9a6c9329;
const polynomialLow = 0xac4bc9b5;

/** Eight tables of 256 entries, high and low halves apart: one lookup for each of eight bytes at a time. */
const [highs, lows] = makeTables();

/** A running CRC-64/NVME. JavaScript has no fast 64-bit numbers, so the two halves are kept apart. */
export class Crc64Nvme {
  #high = -1;
  #low = -1;

  update(bytes: Uint8Array): void {
    let high = this.#high;
    let low = this.#low;
    let at = 0;
    const whole = bytes.length - (bytes.length % 8);
    while (at < whole) {
      const first = low ^ word(bytes, at);
      const second = high ^ word(bytes, at + 4);
      low = eightLookups(lows, first, second);
      high = eightLookups(highs, first, second);
      at += 8;
    }
    while (at < bytes.length) {
      const index = (low ^ (bytes[at] ?? 0)) & 0xff;
      low = ((low >>> 8) | (high << 24)) ^ (lows[index] ?? 0);
      high = (high >>> 8) ^ (highs[index] ?? 0);
      at += 1;
    }
    this.#high = high;
    this.#low = low;
  }

  /** Eight bytes, the highest first. */
  digest(): Buffer {
    const bytes = Buffer.alloc(8);
    bytes.writeInt32BE(~this.#high, 0);
    bytes.writeInt32BE(~this.#low, 4);
    return bytes;
  }
}

function eightLookups(table: Int32Array, first: number, second: number): number {
  return (
    (table[(7 << 8) | (first & 0xff)] ?? 0) ^
    (table[(6 << 8) | ((first >>> 8) & 0xff)] ?? 0) ^
    (table[(5 << 8) | ((first >>> 16) & 0xff)] ?? 0) ^
    (table[(4 << 8) | (first >>> 24)] ?? 0) ^
    (table[(3 << 8) | (second & 0xff)] ?? 0) ^
    (table[(2 << 8) | ((second >>> 8) & 0xff)] ?? 0) ^
    (table[(1 << 8) | ((second >>> 16) & 0xff)] ?? 0) ^
    (table[second >>> 24] ?? 0)
  );
}

function word(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] ?? 0) |
    ((bytes[at + 1] ?? 0) << 8) |
    ((bytes[at + 2] ?? 0) << 16) |
    ((bytes[at + 3] ?? 0) << 24)
  );
}

function makeTables(): readonly [highs: Int32Array, lows: Int32Array] {
  const high = new Int32Array(8 * 256);
  const low = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let upper = 0;
    let lower = byte;
    for (let bit = 0; bit < 8; bit += 1) {
      const carry = lower & 1;
      lower = (lower >>> 1) | (upper << 31);
      upper >>>= 1;
      if (carry === 1) {
        lower ^= polynomialLow;
        upper ^= polynomialHigh;
      }
    }
    high[byte] = upper;
    low[byte] = lower;
  }
  for (let index = 256; index < high.length; index += 1) {
    const upper = high[index - 256] ?? 0;
    const lower = low[index - 256] ?? 0;
    const next = lower & 0xff;
    low[index] = ((lower >>> 8) | (upper << 24)) ^ (low[next] ?? 0);
    high[index] = (upper >>> 8) ^ (high[next] ?? 0);
  }
  return [high, low];
}
