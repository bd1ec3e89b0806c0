import { createStore, type Store } from '../../../lib/state/store.ts';

/** A file that a job could not do, and why. */
export interface JobFailure {
  readonly key: string;
  readonly error: unknown;
}

/** Work on many files. `listing`: it is still finding out which. */
export interface Job {
  readonly id: string;
  readonly title: string;
  readonly state: 'listing' | 'running' | 'done' | 'stopped';
  /** Files; while `listing`, as many as were found so far. */
  readonly total: number;
  readonly done: number;
  readonly failures: readonly JobFailure[];
}

/** What a job does. */
export interface JobPlan {
  readonly title: string;
  /** Names of the files, page by page. */
  readonly keys: (signal: AbortSignal) => AsyncIterable<readonly string[]>;
  /** Files that one call does. */
  readonly batch: number;
  readonly work: (keys: readonly string[]) => Promise<void>;
  /** Runs when it has ended, however it has. */
  readonly onEnd: (job: Job) => void;
}

/** Calls under way at the same time. */
const atOnce = 4;

/** Runs work on many files call by call: it can be stopped, and what failed is told file by file. */
export class JobRunner {
  readonly store: Store<readonly Job[]> = createStore<readonly Job[]>([]);
  readonly #newId: () => string;
  readonly #running = new Map<string, AbortController>();

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  /** Resolves when the job has ended; never rejects. */
  async run(plan: JobPlan): Promise<void> {
    const id = this.#newId();
    const controller = new AbortController();
    this.#running.set(id, controller);
    const begun: Job = {
      id,
      title: plan.title,
      state: 'listing',
      total: 0,
      done: 0,
      failures: [],
    };
    this.store.set((all) => [...all, begun]);
    try {
      const keys = await this.#list(id, plan, controller.signal);
      this.#change(id, () => ({ state: 'running' }));
      await this.#work(id, plan, keys, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) this.#fail(id, [''], error);
    }
    this.#running.delete(id);
    this.#change(id, () => ({ state: controller.signal.aborted ? 'stopped' : 'done' }));
    const job = this.store.get().find((one) => one.id === id);
    if (job !== undefined) plan.onEnd(job);
  }

  /** Calls that are under way come to their end; no other is begun. */
  stop(id: string): void {
    this.#running.get(id)?.abort();
  }

  /** Takes an ended job off the list. */
  dismiss(id: string): void {
    if (!this.#running.has(id)) this.store.set((all) => all.filter((job) => job.id !== id));
  }

  async #list(id: string, plan: JobPlan, signal: AbortSignal): Promise<readonly string[]> {
    const keys: string[] = [];
    for await (const page of plan.keys(signal)) {
      keys.push(...page);
      this.#change(id, () => ({ total: keys.length }));
      signal.throwIfAborted();
    }
    return keys;
  }

  async #work(
    id: string,
    { batch, work }: JobPlan,
    keys: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < keys.length && !signal.aborted) {
        const some = keys.slice(next, next + batch);
        next += batch;
        try {
          await work(some);
        } catch (error) {
          this.#fail(id, some, error);
        }
        this.#change(id, ({ done }) => ({ done: done + some.length }));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
  }

  #fail(id: string, keys: readonly string[], error: unknown): void {
    const failed = keys.map((key): JobFailure => ({ key, error }));
    this.#change(id, ({ failures }) => ({ failures: [...failures, ...failed] }));
  }

  #change(id: string, change: (job: Job) => Partial<Job>): void {
    this.store.set((all) => all.map((job) => (job.id === id ? { ...job, ...change(job) } : job)));
  }
}
