import type { AuthCore } from '../base/core.ts';
import { sweep } from './sweep.ts';

/** Time between two sweeps, in milliseconds. */
const pause = 600_000;

/** Sweeps from time to time while the service runs. */
export class Sweeper {
  readonly #core: AuthCore;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(core: AuthCore) {
    this.#core = core;
  }

  start(): void {
    this.#timer ??= setInterval(() => {
      this.#running = this.#sweepOnce();
    }, pause).unref();
  }

  /** Waits for a sweep under way. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#running;
  }

  async #sweepOnce(): Promise<void> {
    try {
      await sweep(this.#core);
    } catch (error) {
      this.#core.logger.warn({ err: error }, 'old sessions and tokens could not be swept');
    }
  }
}
