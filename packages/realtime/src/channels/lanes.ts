/** Something to do, which may have to wait for an answer. */
type Work = () => void | Promise<void>;

/**
 * Keeps the messages of each topic in order: while one waits (a join for its policies), what follows on its topic
 * waits too, and nothing else does.
 */
export class Lanes {
  readonly #waiting = new Map<string, Work[]>();
  readonly #failed: (error: unknown) => void;
  readonly #drained: () => void;
  #count = 0;

  constructor(failed: (error: unknown) => void, drained: () => void) {
    this.#failed = failed;
    this.#drained = drained;
  }

  /** Messages that wait. */
  get waiting(): number {
    return this.#count;
  }

  run(topic: string, work: Work): void {
    const queue = this.#waiting.get(topic);
    if (queue !== undefined) {
      queue.push(work);
      this.#count += 1;
      return;
    }
    const running = this.#start(work);
    if (running === undefined) return;
    this.#waiting.set(topic, []);
    void this.#drain(topic, running);
  }

  #start(work: Work): Promise<void> | undefined {
    try {
      const running = work();
      return running instanceof Promise ? running : undefined;
    } catch (error) {
      this.#failed(error);
      return undefined;
    }
  }

  async #drain(topic: string, first: Promise<void>): Promise<void> {
    let running: Promise<void> | undefined = first;
    for (;;) {
      try {
        await running;
      } catch (error) {
        this.#failed(error);
      }
      const next = this.#waiting.get(topic)?.shift();
      if (next === undefined) break;
      this.#count -= 1;
      running = this.#start(next);
    }
    this.#waiting.delete(topic);
    this.#drained();
  }
}
