import type { Clock } from '@plinth/kernel';
import type { ByteSource } from '../../backends/blob-store.ts';

/** Most bytes between two points that an upload can resume from. */
const mostBytes = 64 * 1_048_576;

/** Longest time between them, in milliseconds. */
const longest = 2_000;

/** What is to become of the bytes that go by. */
export interface SegmentOptions {
  /** Bytes after which `tooMuch` is thrown. */
  readonly limit: number;
  readonly tooMuch: () => Error;
  /** Ends the source where somebody else wants the upload. */
  readonly released: AbortSignal;
  readonly clock: Clock;
}

/**
 * A body in segments: after each of them what has arrived is made durable and noted, so that a crash in the middle of a
 * long request costs seconds, not the request.
 */
export class Segments {
  readonly #iterator: AsyncIterator<Uint8Array>;
  readonly #options: SegmentOptions;
  #taken = 0;
  #ended = false;
  /** A chunk that was waited for when the last segment ended. */
  #coming: Promise<IteratorResult<Uint8Array>> | undefined;

  constructor(source: ByteSource, options: SegmentOptions) {
    this.#iterator = source[Symbol.asyncIterator]();
    this.#options = options;
  }

  /** True when the body is at its end, has failed, or has been released. */
  get ended(): boolean {
    return this.#ended;
  }

  /** The bytes of the next segment; `see` gets each chunk before it is handed on. Throws what the source throws. */
  async *next(see: (chunk: Uint8Array) => void): ByteSource {
    const { limit, tooMuch, clock } = this.#options;
    const until = clock.now() + longest;
    const first = this.#taken;
    while (this.#taken < first + mostBytes && clock.now() < until) {
      // Silence ends a segment that holds something: what has come is not left to chance until more does.
      const patience = this.#taken === first ? undefined : until - clock.now();
      const chunk = await this.#chunk(patience);
      if (chunk === undefined) return;
      this.#taken += chunk.byteLength;
      if (this.#taken > limit) {
        this.#ended = true;
        throw tooMuch();
      }
      see(chunk);
      yield chunk;
    }
  }

  /** The next chunk; undefined at the end, where none comes within `patience` milliseconds, and when released. */
  async #chunk(patience: number | undefined): Promise<Uint8Array | undefined> {
    this.#coming ??= this.#iterator.next();
    try {
      const next = await this.#unlessReleased(this.#coming, patience);
      if (next === 'silence') return undefined;
      this.#coming = undefined;
      if (next !== 'released' && next.done !== true) return next.value;
      this.#ended = true;
      return undefined;
    } catch (error) {
      this.#ended = true;
      throw error;
    }
  }

  /** What is still on its way when the upload is released is dropped: nobody has been told that it arrived. */
  #unlessReleased<T>(
    coming: Promise<T>,
    patience: number | undefined,
  ): Promise<T | 'released' | 'silence'> {
    const { released } = this.#options;
    return new Promise((resolve, reject) => {
      const timer =
        patience === undefined ? undefined : setTimeout(() => settle('silence'), patience);
      const release = (): void => settle('released');
      const stop = (): void => {
        clearTimeout(timer);
        released.removeEventListener('abort', release);
      };
      const settle = (value: T | 'released' | 'silence'): void => {
        stop();
        resolve(value);
      };
      released.addEventListener('abort', release);
      if (released.aborted) release();
      coming.then(settle, (error: unknown) => {
        stop();
        reject(error);
      });
    });
  }
}
