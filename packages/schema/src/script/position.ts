/** A place in a file, both counted from 1; the column in characters. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Line and column of an offset in UTF-16 units. */
export function placeOf(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return {
    line: before.split('\n').length,
    column: [...before.slice(lineStart)].length + 1,
  };
}

/**
 * Offset in UTF-16 units of a position that Postgres reports: characters of the statement, counted from 1,
 * where one beyond the Basic Multilingual Plane counts once.
 */
export function offsetOfPosition(text: string, position: number): number {
  let offset = 0;
  for (let character = 1; character < position && offset < text.length; character += 1) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}

/** Turns ascending offsets into UTF-8 bytes, as the parser counts, into offsets of the string. */
export class ByteOffsets {
  readonly #text: string;
  #bytes = 0;
  #offset = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** `bytes` may not be smaller than the one before. */
  toOffset(bytes: number): number {
    while (this.#bytes < bytes && this.#offset < this.#text.length) {
      const code = this.#text.codePointAt(this.#offset) ?? 0;
      this.#bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      this.#offset += code > 0xffff ? 2 : 1;
    }
    return this.#offset;
  }
}
