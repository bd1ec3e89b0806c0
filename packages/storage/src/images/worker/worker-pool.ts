import { SourceRefused, WorkerProcess } from './worker-process.ts';

/** What a pool allows. */
export interface PoolBounds {
  /** Images worked on at once. */
  readonly atOnce: number;
  /** Jobs that may wait for their turn. */
  readonly waiting: number;
  /** How long a job may wait for its turn, in milliseconds. */
  readonly patience: number;
  /** How long a worker may take for one image, in milliseconds. */
  readonly longest: number;
  /** How long an unused worker is kept, in milliseconds. */
  readonly idle: number;
}

const defaults: PoolBounds = {
  atOnce: 2,
  waiting: 256,
  patience: 15_000,
  longest: 15_000,
  idle: 30_000,
};

/** Too many images are asked for at once. */
export class PoolBusy extends Error {}

/** An image took too long. */
export class RenderTimeout extends Error {}

interface Turn {
  take(): void;
}

/** The worker processes: started when they are needed, ended when nobody needs them or one is stuck. */
export class WorkerPool {
  readonly #bounds: PoolBounds;
  readonly #resting: WorkerProcess[] = [];
  readonly #working = new Set<WorkerProcess>();
  readonly #waiting: Turn[] = [];
  #busy = 0;
  #rest: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(bounds: Partial<PoolBounds> = {}) {
    this.#bounds = { ...defaults, ...bounds };
  }

  /**
   * Runs `work` when it is its turn; `start` gives it a worker of its own. Where `signal` aborts, or the time is over,
   * that worker is killed. Throws PoolBusy, RenderTimeout, SharpMissing, and what `work` throws.
   */
  async run<T>(
    signal: AbortSignal,
    work: (start: () => Promise<WorkerProcess>) => Promise<T>,
  ): Promise<T> {
    await this.#turn(signal);
    try {
      return await this.#watched(signal, work);
    } finally {
      this.#busy -= 1;
      this.#waiting.shift()?.take();
      this.#restSoon();
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#rest);
    for (const worker of [...this.#resting, ...this.#working]) worker.kill();
    this.#resting.length = 0;
  }

  async #watched<T>(
    signal: AbortSignal,
    work: (start: () => Promise<WorkerProcess>) => Promise<T>,
  ): Promise<T> {
    let worker: WorkerProcess | undefined;
    const kill = (): void => worker?.kill();
    const ending = AbortSignal.any([signal, AbortSignal.timeout(this.#bounds.longest)]);
    ending.addEventListener('abort', kill, { once: true });
    try {
      const result = await work(async () => {
        ending.throwIfAborted();
        worker = this.#rested() ?? (await WorkerProcess.start());
        this.#working.add(worker);
        ending.throwIfAborted();
        return worker;
      });
      this.#giveBack(worker);
      return result;
    } catch (error) {
      if (error instanceof SourceRefused && !ending.aborted) this.#giveBack(worker);
      else kill();
      signal.throwIfAborted();
      if (ending.aborted) throw new RenderTimeout('the image took too long');
      throw error;
    } finally {
      ending.removeEventListener('abort', kill);
      if (worker !== undefined) this.#working.delete(worker);
    }
  }

  #rested(): WorkerProcess | undefined {
    for (;;) {
      const worker = this.#resting.pop();
      if (worker === undefined || !worker.ended) return worker;
    }
  }

  #giveBack(worker: WorkerProcess | undefined): void {
    if (worker === undefined || worker.ended) return;
    if (this.#closed) {
      worker.kill();
      return;
    }
    worker.rest();
    this.#resting.push(worker);
  }

  async #turn(signal: AbortSignal): Promise<void> {
    if (this.#closed) throw new PoolBusy('the pool is closed');
    if (this.#busy < this.#bounds.atOnce) {
      this.#busy += 1;
      return;
    }
    if (this.#waiting.length >= this.#bounds.waiting)
      throw new PoolBusy('too many images are waiting');
    await new Promise<void>((resolve, reject) => {
      const turn: Turn = {
        take: () => {
          stop();
          this.#busy += 1;
          resolve();
        },
      };
      const leave = (error: unknown): void => {
        stop();
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        reject(error);
      };
      const onAbort = (): void => leave(signal.reason);
      const timer = setTimeout(() => leave(new PoolBusy('no turn came')), this.#bounds.patience);
      const stop = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(turn);
    });
  }

  #restSoon(): void {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      for (const worker of this.#resting.splice(0)) worker.kill();
    }, this.#bounds.idle).unref();
  }
}
