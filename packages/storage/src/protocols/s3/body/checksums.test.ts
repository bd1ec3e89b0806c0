import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChecksumKind, decodeChecksum, startChecksum } from './checksums.ts';

const kinds: readonly ChecksumKind[] = ['crc32', 'crc32c', 'crc64nvme', 'sha1', 'sha256', 'md5'];

/** The polynomial division itself, bit by bit. */
function slowCrc(bytes: Uint8Array, width: bigint, polynomial: bigint): Buffer {
  const all = (1n << width) - 1n;
  let crc = all;
  for (const byte of bytes) {
    crc ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >> 1n) ^ (crc & 1n ? polynomial : 0n);
  }
  const hex = (crc ^ all).toString(16).padStart(Number(width / 4n), '0');
  return Buffer.from(hex, 'hex');
}

function checksum(kind: ChecksumKind, pieces: readonly Uint8Array[]): Buffer {
  const running = startChecksum(kind);
  for (const piece of pieces) running.update(piece);
  return running.digest();
}

test('the check values of the catalogues of CRCs', () => {
  const digits = [Buffer.from('123456789')];
  expect(checksum('crc32', digits).toString('hex')).toBe('cbf43926');
  expect(checksum('crc32c', digits).toString('hex')).toBe('e3069283');
  expect(checksum('crc64nvme', digits).toString('hex')).toBe('ae8b14860a799888');
});

test('a checksum is that of the definition, in however many pieces the bytes come', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 6 }), (pieces) => {
      const whole = Buffer.concat(pieces);
      expect(checksum('crc32', pieces)).toEqual(slowCrc(whole, 32n, 0xedb88320n));
      expect(checksum('crc32c', pieces)).toEqual(slowCrc(whole, 32n, 0x82f63b78n));
      expect(checksum('crc64nvme', pieces)).toEqual(slowCrc(whole, 64n, 0x9a6c9329ac4bc9b5n));
      for (const kind of ['sha1', 'sha256', 'md5'] as const) {
        expect(checksum(kind, pieces)).toEqual(createHash(kind).update(whole).digest());
      }
    }),
  );
});

test('only a value of the right length is taken for a checksum', () => {
  for (const kind of kinds) {
    const value = checksum(kind, []).toString('base64');
    expect(decodeChecksum(kind, value)?.toString('base64')).toBe(value);
    for (const wrong of ['', 'AAAA', `${value}AAAA`, value.replaceAll(/./g, '?')]) {
      expect(decodeChecksum(kind, wrong)).toBeUndefined();
    }
  }
});
