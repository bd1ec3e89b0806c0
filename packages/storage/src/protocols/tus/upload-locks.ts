import { tusError } from './errors.ts';

/** How long requests wait for each other, in milliseconds. */
export interface LockTimes {
  /** For the one before to let go. */
  readonly patience: number;
  /** How long a request that was asked to let go may still go on: one whose client is there ends by itself. */
  readonly grace: number;
}

const defaults: LockTimes = { patience: 5_000, grace: 1_000 };

interface Held {
  readonly askToRelease: () => void;
  readonly done: Promise<void>;
}

/**
 * One request at a time on each upload. A later one asks the earlier one to let go: its client has most likely lost the
 * connection that the earlier one still waits on.
 */
export class UploadLocks {
  readonly #held = new Map<string, Held>();
  readonly #times: LockTimes;

  constructor(times: LockTimes = defaults) {
    this.#times = times;
  }

  /** Runs `work` alone; `released` aborts when it should come to its end. Throws `UploadLocked`. */
  async alone<T>(upload: string, work: (released: AbortSignal) => Promise<T>): Promise<T> {
    const deadline = new Deadline(this.#times.patience);
    try {
      for (;;) {
        const held = this.#held.get(upload);
        if (held === undefined) break;
        held.askToRelease();
        await deadline.within(held.done);
      }
    } finally {
      deadline.cancel();
    }
    // Nothing is awaited between the look and this: nobody else can have come in between.
    return this.#hold(upload, work);
  }

  #hold<T>(upload: string, work: (released: AbortSignal) => Promise<T>): Promise<T> {
    const release = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const askToRelease = (): void => {
      timer ??= setTimeout(() => release.abort(), this.#times.grace);
    };
    const running = work(release.signal).finally(() => {
      clearTimeout(timer);
      this.#held.delete(upload);
    });
    const done = running.then(
      () => {},
      () => {},
    );
    this.#held.set(upload, { askToRelease, done });
    return running;
  }
}

/** The patience of one waiter. */
class Deadline {
  readonly #late: Promise<'late'>;
  #timer: NodeJS.Timeout | undefined;

  constructor(patience: number) {
    this.#late = new Promise((resolve) => {
      this.#timer = setTimeout(() => resolve('late'), patience);
    });
  }

  async within(work: Promise<void>): Promise<void> {
    if ((await Promise.race([work, this.#late])) === 'late') throw tusError('UploadLocked');
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }
}
