import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@plinth/kernel';
import type { Database } from '@plinth/postgres';
import type { ChangeSink } from '../change-source.ts';
import { type CaptureError, explain } from './capture-error.ts';
import type { Intake } from './intake.ts';
import { recover } from './recover.ts';
import { LogThread } from './thread/log-thread.ts';
import type { ReadProblem, Report } from './thread/messages.ts';

/** Bytes that may be between the thread and the sink. */
const credit = 2 * 1_048_576;

/** How long reports are worked off before others have their turn, in milliseconds. */
const slice = 8;

/** Largest change that is passed on whole, in bytes. */
const largestChange = 8 * 1_048_576;

/** Pauses before connecting again, in milliseconds; the last one is repeated. */
const pauses = [10, 30, 60, 120, 250, 500, 1_000, 2_000, 5_000] as const;

/** How long closing waits for what is being put right, in milliseconds. */
const lastRecovery = 2_000;

/** SQLSTATEs that waiting does not help against. */
const refusals: readonly (string | undefined)[] = ['42501', '53300', '53400', '28000', '28P01'];

export interface FollowerOptions {
  readonly database: Database;
  readonly sink: ChangeSink;
  readonly logger: Logger;
  readonly intake: Intake;
  readonly slot: string;
  readonly isTemporary: boolean;
  readonly publications: readonly string[];
}

/** Follows the log: hands what the thread reads to the intake, and has it connect again when that breaks. */
export class Follower {
  readonly #options: FollowerOptions;
  readonly #thread: LogThread;
  readonly #reports: Report[] = [];
  readonly #closing = new AbortController();
  #settleOpening: ((error?: CaptureError) => void) | undefined;
  #recovering: Promise<void> = Promise.resolve();
  #isWorking = false;
  #isStreaming = false;
  #wasStreaming = false;
  #system: string | undefined;
  #confirmed = 0n;
  /** Bytes of which the thread has not heard yet that they were taken. */
  #taken = 0;
  #telling: NodeJS.Immediate | undefined;
  #failures = 0;
  #failedAt = -1n;
  #problem: ReadProblem | undefined;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#thread = new LogThread((report) => {
      this.#reports.push(report);
      if (!this.#isWorking) void this.#work();
    });
  }

  get isStreaming(): boolean {
    return this.#isStreaming;
  }

  /** Why the stream broke last. */
  get lastError(): string | undefined {
    return this.#problem?.message;
  }

  /** Resolves once Postgres streams; rejects with CaptureError where it refuses, or does not by the timeout. */
  open(timeout: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = (): void =>
        this.#settleOpening?.(
          explain(this.#problem ?? { code: undefined, message: 'Postgres does not answer' }),
        );
      const timer = setTimeout(late, timeout);
      this.#settleOpening = (error) => {
        clearTimeout(timer);
        this.#settleOpening = undefined;
        if (error === undefined) resolve();
        else reject(error);
      };
      this.#read();
    });
  }

  /** Tells Postgres what the ring has forgotten, where nothing is read that would take the word along. */
  confirm(): void {
    if (this.#isStreaming && this.#options.intake.ring.floor.lsn > this.#confirmed) this.#tell(0);
  }

  /** Ends the connection, with a last word to the slot about what may be forgotten. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#isStreaming = false;
    this.#reports.length = 0;
    await this.#thread.close();
    // It may be making a slot, which whoever closes may want to drop.
    await Promise.race([this.#recovering, pause(lastRecovery, undefined, { ref: false })]);
  }

  #read(): void {
    const { database, intake, slot, isTemporary, publications } = this.#options;
    this.#confirmed = 0n;
    clearImmediate(this.#telling);
    this.#telling = undefined;
    this.#taken = 0;
    this.#thread.read({
      connection: database.connection,
      slot,
      isTemporary,
      publications,
      from: isTemporary ? 0n : intake.reached,
      after: intake.received,
      system: this.#system,
      credit,
      largestChange,
    });
  }

  /** Reports are worked off one after another: a failure is looked at when all before it was taken. */
  async #work(): Promise<void> {
    this.#isWorking = true;
    let begun = performance.now();
    for (let report = this.#reports.shift(); report !== undefined; report = this.#reports.shift()) {
      await this.#workOff(report);
      if (performance.now() - begun > slice) {
        await new Promise((resolve) => setImmediate(resolve));
        begun = performance.now();
      }
      if (this.#closing.signal.aborted) return;
    }
    this.#isWorking = false;
  }

  /** What should not fail and does must not stop the stream for good: a new thread begins where this one was. */
  async #workOff(report: Report): Promise<void> {
    try {
      if (report.is === 'read') await this.#take(report);
      else if (report.is === 'started') this.#begin(report.system, report.from);
      else await this.#again(report.problem ?? { code: undefined, message: 'the stream ended' });
    } catch (error) {
      const { slot, logger } = this.#options;
      logger.error({ slot, err: String(error) }, 'the stream of changes failed');
      this.#thread.kill();
    }
  }

  /** The word that it was taken waits until this turn of the event loop has worked on it: more gathers meanwhile. */
  async #take(report: Extract<Report, { is: 'read' }>): Promise<void> {
    this.#taken += await this.#options.intake.take(report);
    this.#telling ??= setImmediate(() => {
      this.#telling = undefined;
      this.#tell(this.#taken);
    });
  }

  #tell(taken: number): void {
    if (this.#closing.signal.aborted) return;
    this.#taken -= taken;
    this.#confirmed = this.#options.intake.ring.floor.lsn;
    this.#thread.taken(taken, this.#confirmed);
  }

  #begin(system: string, from: bigint | undefined): void {
    const { intake, slot, logger } = this.#options;
    intake.restart();
    this.#system = system;
    if (from !== undefined && this.#wasStreaming) {
      this.#lose({ from, reason: 'the connection to Postgres broke' });
    } else if (from !== undefined) intake.reset(from);
    if (this.#problem !== undefined) logger.info({ slot }, 'changes are read again');
    this.#isStreaming = true;
    this.#wasStreaming = true;
    this.#settleOpening?.();
  }

  async #again(problem: ReadProblem): Promise<void> {
    const { intake, slot, logger } = this.#options;
    const hasBegun = this.#isStreaming;
    this.#isStreaming = false;
    this.#problem = problem;
    this.#failures = intake.reached === this.#failedAt ? this.#failures + 1 : 0;
    this.#failedAt = intake.reached;
    if (refusals.includes(problem.code)) this.#settleOpening?.(explain(problem));
    logger.warn({ slot, err: problem.message }, 'the stream of changes broke');
    await this.#wait(pauses[Math.min(this.#failures, pauses.length - 1)] ?? 0);
    if (this.#closing.signal.aborted) return;
    this.#recovering = this.#recover(problem, hasBegun);
    await this.#recovering;
    if (!this.#closing.signal.aborted) this.#read();
  }

  async #recover(problem: ReadProblem, hasBegun: boolean): Promise<void> {
    try {
      const hole = await recover({
        ...this.#options,
        problem,
        hasBegun,
        failures: this.#failures,
      });
      if (hole === undefined || this.#closing.signal.aborted) return;
      this.#system = undefined;
      this.#lose(hole);
    } catch (error) {
      // Postgres is away, or refuses: the next attempt to read finds out.
      const { slot, logger } = this.#options;
      logger.warn({ slot, err: String(error) }, 'the slot of changes cannot be looked at');
    }
  }

  #lose({ from, reason }: { readonly from: bigint; readonly reason: string }): void {
    const { intake, sink, slot, logger } = this.#options;
    intake.reset(from);
    logger.error({ slot, reason }, 'changes of the database were lost');
    try {
      sink.lost(reason);
    } catch (error) {
      logger.error({ slot, err: String(error) }, 'the loss of changes could not be told');
    }
  }

  /** The pause before the next attempt, which closing ends. */
  async #wait(milliseconds: number): Promise<void> {
    await pause(milliseconds, undefined, { signal: this.#closing.signal }).catch(() => {});
  }
}
