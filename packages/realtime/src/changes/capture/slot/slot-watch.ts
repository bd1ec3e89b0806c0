import type { Logger } from '@plinth/kernel';
import type { Database } from '@plinth/postgres';
import { slotState } from './slot.ts';

/** How often the slot is looked at, in milliseconds. */
const pause = 15_000;

/** Where Postgres has no limit for a slot, this much counts as half of it. */
const muchWithoutLimit = 2 * 1024 ** 3;

/** Warns when Postgres keeps more than half of the log that it may keep for a slot. */
export class SlotWatch {
  readonly #database: Database;
  readonly #slot: string;
  readonly #logger: Logger;
  #timer: NodeJS.Timeout | undefined;
  #hasWarned = false;

  constructor(database: Database, slot: string, logger: Logger) {
    this.#database = database;
    this.#slot = slot;
    this.#logger = logger;
  }

  start(): void {
    this.#timer = setInterval(() => void this.look().catch(() => {}), pause);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Warns once for each time that the slot falls behind. Throws ConnectionError. */
  async look(): Promise<void> {
    const state = await slotState(this.#database, this.#slot);
    if (state === undefined) return;
    const { lag, mostLag } = state;
    const much = mostLag === null ? muchWithoutLimit : mostLag / 2;
    const isMuch = lag > much;
    if (isMuch && !this.#hasWarned) {
      this.#logger.warn(
        { slot: this.#slot, lagBytes: lag, limitBytes: mostLag },
        'Postgres keeps much of its log for the stream of changes; beyond the limit changes are lost',
      );
    }
    this.#hasWarned = isMuch;
  }
}
