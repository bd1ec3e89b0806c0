import type { Session } from '@plinth/postgres';
import { consoleError } from '../errors/console-errors.ts';
import type { ConsoleLimits } from '../limits.ts';

/** Names a run: ids are chosen by clients, so they only mean something with the member's. */
export interface RunName {
  readonly projectRef: string;
  readonly memberId: string;
  readonly id: string;
}

/** A script at work. */
export class SqlRun {
  readonly name: RunName;
  #session: Session | undefined;
  #isCancelled = false;

  constructor(name: RunName) {
    this.name = name;
  }

  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  /** From now on a cancel reaches this session. */
  attach(session: Session): void {
    this.#session = session;
  }

  /** Stops the running statement, and lets no other one begin. */
  async cancel(): Promise<void> {
    this.#isCancelled = true;
    await this.#session?.cancel();
  }
}

/** The scripts that run, bounded per member and in all. */
export class SqlRuns {
  readonly #limits: ConsoleLimits;
  readonly #runs = new Set<SqlRun>();

  constructor(limits: ConsoleLimits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` as a run that can be cancelled by its name, by `signal`, and by its time. Throws AppError
   * `run_exists` or `too_many_runs`.
   */
  async while<T>(
    name: RunName,
    signal: AbortSignal,
    work: (run: SqlRun) => Promise<T>,
  ): Promise<T> {
    const run = this.#add(name);
    const cancel = (): void => void run.cancel();
    const timer = setTimeout(cancel, this.#limits.runTimeout);
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    try {
      return await work(run);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      this.#runs.delete(run);
    }
  }

  /** Cancels a member's run, or (`anyones`) every run of that id in the project. */
  async cancel({ projectRef, memberId, id }: RunName, anyones: boolean): Promise<void> {
    const meant = [...this.#runs].filter(
      ({ name }) =>
        name.id === id && name.projectRef === projectRef && (anyones || name.memberId === memberId),
    );
    await Promise.all(meant.map((run) => run.cancel()));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#runs].map((run) => run.cancel()));
  }

  #add(name: RunName): SqlRun {
    const own = [...this.#runs].filter((run) => run.name.memberId === name.memberId);
    if (own.some((run) => run.name.id === name.id && run.name.projectRef === name.projectRef)) {
      throw consoleError('run_exists');
    }
    if (own.length >= this.#limits.runsPerMember || this.#runs.size >= this.#limits.runs) {
      throw consoleError('too_many_runs');
    }
    const run = new SqlRun(name);
    this.#runs.add(run);
    return run;
  }
}
