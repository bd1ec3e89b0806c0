import type { StorageCore } from '../core.ts';
import { removeOrphans } from './orphans.ts';
import { removeRetired } from './retired-blobs.ts';

/** Time between two whole sweeps, in milliseconds. */
const pause = 3_600_000;

/** Told of blobs that are gone, e.g. to forget what was made from them. */
export type OnRemoved = (versions: readonly string[]) => Promise<void> | void;

/** A part of the sweep that another folder brings along: expired uploads, say. */
export type Chore = () => Promise<void>;

/** Removes what no object names any more: soon after a row said so, and all of it at the start and hourly. */
export class Sweeper {
  readonly #core: StorageCore;
  readonly #listeners: OnRemoved[] = [];
  readonly #chores: Chore[] = [];
  readonly #startedAt: number;
  #hourly: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(core: StorageCore) {
    this.#core = core;
    this.#startedAt = core.clock.now();
  }

  onRemoved(listener: OnRemoved): void {
    this.#listeners.push(listener);
  }

  /** Adds a part to every whole sweep. */
  also(chore: Chore): void {
    this.#chores.push(chore);
  }

  /** The first whole sweep begins at once, and does not hold up the start. */
  start(): void {
    this.#hourly ??= setInterval(() => void this.sweep(), pause).unref();
    void this.sweep();
  }

  /** Rows have retired blobs: removes them when no reader can be about to open them. */
  soon(): void {
    if (this.#closed) return;
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      void this.#inTurn(async () => {
        if (await removeRetired(this.#core, this.#removed)) this.soon();
      });
    }, this.#core.limits.retirement).unref();
  }

  /** Everything at once; resolves when it is done. A failure is logged and tried again at the next sweep. */
  sweep(): Promise<void> {
    return this.#inTurn(async () => {
      if (await removeRetired(this.#core, this.#removed)) this.soon();
      await removeOrphans(this.#core, this.#startedAt, () => this.#closed);
      for (const chore of this.#chores) await chore();
    });
  }

  /** Waits for a sweep under way, which ends early. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#hourly);
    clearTimeout(this.#soon);
    await this.#running;
  }

  readonly #removed = async (versions: readonly string[]): Promise<void> => {
    for (const listener of this.#listeners) await listener(versions);
  };

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#running = this.#running.then(async () => {
      if (this.#closed) return;
      try {
        await work();
      } catch (error) {
        if (!this.#closed) this.#core.logger.warn({ err: error }, 'storage could not be swept');
      }
    });
    return this.#running;
  }
}
