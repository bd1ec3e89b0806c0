/** Values of a change that is too large stay where they are at most this long, in bytes. */
const longestKept = 64;

/** The next bytes of the message: so many to take, or to leave out. */
type Wish = { readonly take: number } | { readonly skip: number };

const letter = (text: string): number => text.charCodeAt(0);
const unchanged = Buffer.from('u');

/** Log position and times before each message of pgoutput. */
const envelope = 25;

/**
 * Reads a change that is too large to be gathered, piece by piece, and keeps it without its long values, which then
 * count as not logged. Anything else that large (a message of a user) is left out whole.
 */
export class ChangeShortener {
  readonly #kept: Buffer[] = [];
  readonly #walk: Generator<Wish, void, Buffer>;
  #wish: IteratorResult<Wish, void>;
  #part: Buffer[] = [];
  #missing = 0;
  #isChange = false;

  constructor() {
    this.#walk = this.#read();
    this.#wish = this.#walk.next();
    this.#missing = this.#size();
  }

  /** Takes the message's next bytes. */
  feed(piece: Buffer): void {
    let at = 0;
    while (at < piece.length && this.#wish.done !== true) {
      const step = Math.min(this.#missing, piece.length - at);
      if ('take' in this.#wish.value) this.#part.push(Buffer.from(piece.subarray(at, at + step)));
      at += step;
      this.#missing -= step;
      if (this.#missing === 0) this.#advance();
    }
  }

  /** The shorter message, after its last byte; undefined where it is left out. */
  finish(): Buffer | undefined {
    return this.#isChange && this.#wish.done === true ? Buffer.concat(this.#kept) : undefined;
  }

  #advance(): void {
    do {
      const part = Buffer.concat(this.#part);
      this.#part = [];
      this.#wish = this.#walk.next(part);
      this.#missing = this.#size();
    } while (this.#missing === 0 && this.#wish.done !== true);
  }

  #size(): number {
    if (this.#wish.done === true) return 0;
    return 'take' in this.#wish.value ? this.#wish.value.take : this.#wish.value.skip;
  }

  *#read(): Generator<Wish, void, Buffer> {
    const head = yield* this.#keep(envelope + 1);
    const kind = String.fromCharCode(head[envelope] ?? 0);
    this.#isChange = kind === 'I' || kind === 'U' || kind === 'D';
    if (!this.#isChange) return;
    yield* this.#keep(4);
    const [part] = yield* this.#keep(1);
    yield* this.#row();
    if (kind !== 'U' || part === letter('N')) return;
    yield* this.#keep(1);
    yield* this.#row();
  }

  *#row(): Generator<Wish, void, Buffer> {
    const columns = (yield* this.#keep(2)).readUInt16BE();
    for (let left = columns; left > 0; left -= 1) {
      const kind = yield { take: 1 };
      if (kind[0] !== letter('t')) {
        this.#kept.push(kind);
        continue;
      }
      const length = yield { take: 4 };
      const size = length.readUInt32BE();
      if (size > longestKept) {
        yield { skip: size };
        this.#kept.push(unchanged);
      } else {
        this.#kept.push(kind, length);
        if (size > 0) yield* this.#keep(size);
      }
    }
  }

  *#keep(take: number): Generator<Wish, Buffer, Buffer> {
    const bytes = yield { take };
    this.#kept.push(bytes);
    return bytes;
  }
}
