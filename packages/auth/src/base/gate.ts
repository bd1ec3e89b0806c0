/** No turn came within the time one may wait, or too many wait already. */
export class GateTimeout extends Error {
  constructor() {
    super('too much work of this kind is waiting');
    this.name = 'GateTimeout';
  }
}

export interface GateOptions {
  /** Most pieces of work at a time. */
  readonly atOnce: number;
  /** Most that wait for their turn. */
  readonly waiting: number;
  /** How long one waits, in milliseconds. */
  readonly patience: number;
}

/** Lets a bounded number of pieces of work run at a time; the others wait in order. */
export class Gate {
  readonly #options: GateOptions;
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** Runs `work` when it is its turn. Throws GateTimeout when that does not come. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #enter(): Promise<void> {
    if (this.#running < this.#options.atOnce) {
      this.#running += 1;
      return Promise.resolve();
    }
    if (this.#queue.length >= this.#options.waiting) return Promise.reject(new GateTimeout());
    return new Promise((resolve, reject) => {
      const turn = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(turn), 1);
        reject(new GateTimeout());
      }, this.#options.patience);
      this.#queue.push(turn);
    });
  }

  /** Hands the place on to the next in line, so that nobody can slip in between. */
  #leave(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}
