import type { Logger } from '@plinth/kernel';
import type { ChangeSource } from './changes/change-source.ts';
import { within } from './within.ts';

/** Time between attempts to open the stream while channels wait for it, in milliseconds. */
const retryPause = 5_000;

/** What it takes of a source of changes. */
type ResumableSource = Pick<ChangeSource, 'open' | 'rest' | 'now' | 'reached'> & {
  resume(): Promise<void>;
};

/** How long `caughtUp` waits at most, in milliseconds. */
const catchUpPatience = 2_000;

/**
 * Keeps the stream of the project's log open while there are channels: each of them may get what is sent from the
 * database. A project that nobody listens to costs Postgres nothing.
 */
export class LogStream {
  readonly #source: ResumableSource;
  readonly #logger: Logger;
  #channels = 0;
  #opening: Promise<boolean> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(source: ResumableSource, logger: Logger) {
    this.#source = source;
    this.#logger = logger;
  }

  /** Goes on with what an earlier run left, in the background, as soon as Postgres is there. */
  start(): void {
    this.#source.resume().catch((error: unknown) => {
      this.#warn(error);
      if (!this.#isClosed) setTimeout(() => this.#isClosed || this.start(), retryPause).unref();
    });
  }

  /** One channel more; gives whether the stream runs, as soon as that is known. Never rejects. */
  enter(): Promise<boolean> {
    this.#channels += 1;
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** One channel less. */
  leave(): void {
    this.#channels -= 1;
    if (this.#channels > 0 || this.#isClosed) return;
    clearTimeout(this.#retry);
    this.#opening = undefined;
    this.#source.rest();
  }

  /** Resolves when what was committed before the call has been told, or cannot be in time. Never rejects. */
  async caughtUp(): Promise<void> {
    if ((await this.#opening) !== true) return;
    const told = this.#source.now().then((lsn) => this.#source.reached(lsn));
    await within(
      told.catch((error: unknown) => this.#warn(error)),
      catchUpPatience,
    );
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
  }

  async #open(): Promise<boolean> {
    try {
      await this.#source.open();
      return true;
    } catch (error) {
      this.#warn(error);
      this.#retryLater();
      return false;
    }
  }

  /** Until then the answer is known: a join does not wait for what has just failed. */
  #retryLater(): void {
    if (this.#channels === 0 || this.#isClosed) return;
    this.#retry = setTimeout(() => {
      this.#opening = this.#open();
    }, retryPause).unref();
  }

  #warn(error: unknown): void {
    if (!this.#isClosed)
      this.#logger.warn({ err: error }, 'the log of the database cannot be read');
  }
}
