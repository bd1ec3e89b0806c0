import type { Logger } from '@plinth/kernel';

/** What has been opened and must be closed in the opposite order, also when a start breaks off. */
export class Closers {
  readonly #closers: { readonly name: string; readonly close: () => unknown }[] = [];
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  add(name: string, close: () => unknown): void {
    this.#closers.push({ name, close });
  }

  /** Closes everything, last opened first; a part that fails does not keep the others open. */
  async close(): Promise<void> {
    for (const { name, close } of this.#closers.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        this.#logger.error({ part: name, err: error }, 'could not be closed in order');
      }
    }
  }
}
