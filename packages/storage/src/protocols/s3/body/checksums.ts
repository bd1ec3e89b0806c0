import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { crc32c } from './crc32c.ts';
import { Crc64Nvme } from './crc64-nvme.ts';

/** Kinds of checksums of the S3 protocol. */
export type ChecksumKind = 'crc32' | 'crc32c' | 'crc64nvme' | 'sha1' | 'sha256' | 'md5';

/** A checksum that is being computed. */
export interface RunningChecksum {
  update(bytes: Uint8Array): void;
  digest(): Buffer;
}

/** Length of each kind's digest, in bytes. */
const lengths: Readonly<Record<ChecksumKind, number>> = {
  crc32: 4,
  crc32c: 4,
  crc64nvme: 8,
  sha1: 20,
  sha256: 32,
  md5: 16,
};

/** The kind that `x-amz-checksum-<kind>` names; undefined for other headers. */
export function checksumKind(header: string): ChecksumKind | undefined {
  const kind = /^x-amz-checksum-(crc32|crc32c|crc64nvme|sha1|sha256)$/.exec(header)?.[1];
  return kind as ChecksumKind | undefined;
}

/** The bytes of a checksum in base64; undefined where they are not of that kind's length. */
export function decodeChecksum(kind: ChecksumKind, text: string): Buffer | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === lengths[kind] ? bytes : undefined;
}

/** Starts a checksum. */
export function startChecksum(kind: ChecksumKind): RunningChecksum {
  switch (kind) {
    case 'crc32':
      return new Crc32(crc32);
    case 'crc32c':
      return new Crc32(crc32c);
    case 'crc64nvme':
      return new Crc64Nvme();
    default:
      return createHash(kind);
  }
}

class Crc32 implements RunningChecksum {
  readonly #next: (bytes: Uint8Array, previous?: number) => number;
  #value = 0;

  constructor(next: (bytes: Uint8Array, previous?: number) => number) {
    this.#next = next;
  }

  update(bytes: Uint8Array): void {
    this.#value = this.#next(bytes, this.#value);
  }

  digest(): Buffer {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(this.#value);
    return bytes;
  }
}
