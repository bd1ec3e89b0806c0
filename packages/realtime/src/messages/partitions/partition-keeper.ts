import type { Clock, Logger } from '@plinth/kernel';
import type { Database } from '@plinth/postgres';
import { dropPast } from './drop-past.ts';
import { makeAhead } from './make-ahead.ts';

export interface PartitionKeeperOptions {
  /** Logged in as `postgres`: triggers on the table are other people's code, and may become no superuser. */
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How long messages are kept at least, in milliseconds; upstream: 72 h. */
  readonly retention: number;
}

/** Time between two passes, in milliseconds; after one that failed. */
const pauses = { usual: 3_600_000, failed: 60_000 };

/**
 * Makes the partitions of `realtime.messages` ahead and drops old ones. On every node: they agree by a lock in the
 * database. Without it nothing is lost, the DEFAULT partition takes all.
 */
export class PartitionKeeper {
  readonly #options: PartitionKeeperOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(options: PartitionKeeperOptions) {
    this.#options = options;
  }

  /** The first pass begins at once, and does not hold up the start. */
  start(): void {
    void this.keep().then((done) => this.#again(done ? pauses.usual : pauses.failed));
  }

  /** One pass, behind one under way. False where it failed, which is logged: the next one does the rest. */
  keep(): Promise<boolean> {
    const pass = this.#running.then(() => this.#closed || this.#pass());
    this.#running = pass;
    return pass;
  }

  /** Waits for a pass under way. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #pass(): Promise<boolean> {
    const { database, clock, retention, logger } = this.#options;
    try {
      await makeAhead(database, clock.now());
      await dropPast(database, clock.now() - retention);
      return true;
    } catch (error) {
      logger.warn({ err: error }, 'partitions of realtime.messages could not be kept');
      return false;
    }
  }

  #again(pause: number): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => this.start(), pause).unref();
  }
}
