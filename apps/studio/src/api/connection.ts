import { createStore, type Store } from '../lib/state/store.ts';

/** Whether the server answers; `retryAt` in milliseconds since 1970 while Studio waits to ask again. */
export type Connection =
  | { readonly state: 'up' }
  | { readonly state: 'down'; readonly server: string; readonly retryAt: number };

export interface ConnectionOptions {
  readonly now: () => number;
  /** Resolves where the server answers at all. */
  readonly probe: () => Promise<void>;
  readonly onBack: () => void;
}

const longestWait = 30_000;

/** Watches over the server's absence: asks again after 1, 2, 4 … 30 s, and says when it is back. */
export class ConnectionWatch {
  readonly store: Store<Connection> = createStore<Connection>({ state: 'up' });
  readonly #options: ConnectionOptions;
  #wait = 1000;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** A call to `server` found no one. */
  lost(server: string): void {
    if (this.store.get().state === 'down') return;
    this.#wait = 1000;
    this.#plan(server);
  }

  /** A call was answered, be it with a failure. */
  answered(): void {
    if (this.store.get().state === 'up') return;
    clearTimeout(this.#timer);
    this.store.set({ state: 'up' });
    this.#options.onBack();
  }

  /** Asks at once. */
  async retry(): Promise<void> {
    const current = this.store.get();
    if (current.state === 'up') return;
    clearTimeout(this.#timer);
    try {
      await this.#options.probe();
      this.answered();
    } catch {
      this.#wait = Math.min(this.#wait * 2, longestWait);
      this.#plan(current.server);
    }
  }

  #plan(server: string): void {
    clearTimeout(this.#timer);
    this.store.set({ state: 'down', server, retryAt: this.#options.now() + this.#wait });
    this.#timer = setTimeout(() => void this.retry(), this.#wait);
  }
}
