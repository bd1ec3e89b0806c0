import { isVersion } from '../disk/layout.ts';

/** Digits of an offset: keys then sort as their offsets do. */
const offsetDigits = 16;

/** Keys in the bucket. Like the paths of the disk store they are made of versions and upload ids alone. */
export class S3Layout {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** What keys of blobs begin with. */
  get objects(): string {
    return `${this.#prefix}objects/`;
  }

  /** What keys of uploads begin with. */
  get uploads(): string {
    return `${this.#prefix}uploads/`;
  }

  /** Throws where `version` is none. */
  readonly blob = (version: string): string => {
    if (!isVersion(version)) throw new TypeError(`not a blob version: ${version}`);
    return `${this.objects}${version}`;
  };

  /** What keys of one upload begin with. Throws where `id` is none. */
  upload(id: string): string {
    if (!isVersion(id)) throw new TypeError(`not an upload id: ${id}`);
    return `${this.uploads}${id}/`;
  }

  part(id: string, part: number): string {
    return `${this.upload(id)}part-${Math.trunc(part)}`;
  }

  /** A piece of an upload that is appended to, by where it begins. */
  piece(id: string, offset: number): string {
    return `${this.pieces(id)}${String(Math.trunc(offset)).padStart(offsetDigits, '0')}`;
  }

  /** What keys of the pieces of an upload begin with. */
  pieces(id: string): string {
    return `${this.upload(id)}from-`;
  }
}
