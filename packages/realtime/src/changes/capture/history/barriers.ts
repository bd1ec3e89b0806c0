interface Barrier {
  readonly lsn: bigint;
  resolve(): void;
  reject(error: Error): void;
}

/** Who waits for the log to be taken up to a position. */
export class Barriers {
  readonly #waiting = new Set<Barrier>();
  #reached = 0n;

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  wait(lsn: bigint): Promise<void> {
    if (this.#reached >= lsn) return Promise.resolve();
    return new Promise((resolve, reject) => this.#waiting.add({ lsn, resolve, reject }));
  }

  /** Whatever was committed before `lsn` has been taken. */
  reach(lsn: bigint): void {
    this.#reached = lsn;
    for (const barrier of this.#waiting) {
      if (barrier.lsn > lsn) continue;
      this.#waiting.delete(barrier);
      barrier.resolve();
    }
  }

  /** The log is another one: what was waited for is of no matter. */
  clear(): void {
    this.#reached = 0n;
    for (const barrier of this.#waiting) barrier.resolve();
    this.#waiting.clear();
  }

  fail(error: Error): void {
    for (const barrier of this.#waiting) barrier.reject(error);
    this.#waiting.clear();
  }
}
