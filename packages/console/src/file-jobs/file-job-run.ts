import { setTimeout as wait } from 'node:timers/promises';
import { AppError, type Clock, kernelError, type Logger } from '@plinth/kernel';
import type { FileJobError } from '../api/file-jobs.ts';
import type { ConsoleLimits } from '../limits.ts';
import type { ProjectStorage } from '../ports.ts';
import { advance } from './advance.ts';
import type { FileJobRecord } from './file-job.ts';
import type { FileJobStore } from './file-job-store.ts';

/** What a run works with. */
export interface FileJobTools {
  readonly store: FileJobStore;
  readonly storage: ProjectStorage;
  /** Throws AppError where the member may no longer do what the job does. */
  readonly checkMember: (job: FileJobRecord) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limits: ConsoleLimits;
}

/** How often the end of a job is written down, half a second apart, until the control database takes it. */
const attempts = 40;

/** A job at work in this process. */
export class FileJobRun {
  readonly #tools: FileJobTools;
  readonly #controller = new AbortController();
  #job: FileJobRecord;
  #savedAt = Number.NEGATIVE_INFINITY;
  #end: Pick<FileJobRecord, 'state' | 'error'> | undefined;
  /** Resolves when it has ended and that is written down; never rejects. */
  readonly ended: Promise<void>;

  constructor(job: FileJobRecord, tools: FileJobTools) {
    this.#job = job;
    this.#tools = tools;
    this.ended = this.#run();
  }

  /** As it is now. */
  get job(): FileJobRecord {
    return this.#job;
  }

  /** No other batch begins: stopped by a member, or interrupted as the server stops. */
  stop(state: 'stopped' | 'interrupted'): Promise<void> {
    this.#endAs({ state, error: null });
    return this.ended;
  }

  async #run(): Promise<void> {
    const { bucket, target, names, position, id, memberId, memberEmail } = this.#job;
    const member = { id: memberId, email: memberEmail };
    const { signal } = this.#controller;
    try {
      await this.#tools.checkMember(this.#job);
      const change = { bucket, target, names };
      const run = { member, id, signal, position };
      for await (const step of this.#tools.storage.change(change, run)) {
        this.#job = { ...advance(this.#job, step), updatedAt: this.#tools.clock.now() };
        await this.#checkpoint(step.kind === 'counted');
      }
    } catch (error) {
      this.#end ??= { state: 'failed', error: this.#failureOf(error) };
    }
    await this.#writeEnd();
  }

  #endAs(end: Pick<FileJobRecord, 'state' | 'error'>): void {
    this.#end ??= end;
    this.#controller.abort();
  }

  /** Now and then, or `atOnce`, writes down how far it is, and asks whether the member still may. */
  async #checkpoint(atOnce: boolean): Promise<void> {
    const { store, clock, limits, logger, checkMember } = this.#tools;
    if (!atOnce && clock.now() - this.#savedAt < limits.fileJobPause) return;
    this.#savedAt = clock.now();
    try {
      await store.save(this.#job);
      await checkMember(this.#job);
    } catch (error) {
      if (error instanceof AppError)
        this.#endAs({ state: 'failed', error: this.#failureOf(error) });
      else logger.warn({ job: this.#job.id, err: error }, 'a job could not be written down');
    }
  }

  /** Shows the end only when it is written down: what follows, such as a retry, finds it there. */
  async #writeEnd(): Promise<void> {
    const { store, clock, logger } = this.#tools;
    const job = this.#endedJob(clock.now());
    const isOver = job.state === 'done' && job.failed === 0;
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      try {
        await (isOver ? store.save(job, []) : store.save(job));
        break;
      } catch (error) {
        logger.warn({ job: job.id, err: error }, 'the end of a job could not be written down');
      }
      // A server that stops does not wait: the next one finds out how far it was.
      if (job.state === 'interrupted') break;
      await wait(500);
    }
    this.#job = job;
  }

  #endedJob(now: number): FileJobRecord {
    const { state, done, failed, total } = this.#job;
    // Where it was stopped behind its last file, nothing is left to go on with.
    const isWhole = state === 'running' && done + failed >= total;
    const end = this.#end?.error === null && isWhole ? undefined : this.#end;
    if (end === undefined) {
      const whole = { state: 'done', error: null, total: done + failed } as const;
      return { ...this.#job, ...whole, updatedAt: now, endedAt: now };
    }
    return {
      ...this.#job,
      ...end,
      updatedAt: now,
      endedAt: end.state === 'interrupted' ? null : now,
    };
  }

  #failureOf(error: unknown): FileJobError {
    if (!(error instanceof AppError)) {
      this.#tools.logger.error({ job: this.#job.id, err: error }, 'a job has failed');
    }
    const { code, message } = error instanceof AppError ? error : kernelError('internal');
    return { code, message };
  }
}
