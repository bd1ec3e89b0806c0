import * as z from 'zod/mini';
import type { KeyValueStore } from '../lib/browser.ts';
import { readJson, writeJson } from '../lib/state/stored-json.ts';

const sessionSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  /** Seconds since 1970. */
  expiresAt: z.number(),
  email: z.string(),
});

/** What a signed-in member holds; kept in the browser's storage for all tabs. */
export type Session = z.infer<typeof sessionSchema>;

/** What a refresh came to: a new session, the server's "no", or no answer at all. */
export type RefreshOutcome = Session | 'refused' | 'unreachable';

/** Runs `work` alone among all tabs of this browser. */
export type Exclusively = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export interface SessionStoreOptions {
  readonly storage: KeyValueStore;
  readonly now: () => number;
  readonly exclusively: Exclusively;
  /** POST /auth/v1/token?grant_type=refresh_token */
  readonly refresh: (refreshToken: string) => Promise<RefreshOutcome>;
}

const key = 'plinth.session';
/** Tokens are renewed this long before they end, so that none ends on its way to the server. */
const margin = 60;

/** Keeps the member's session: reads, renews with rotation (one tab at a time) and forgets it. */
export class SessionStore {
  readonly #options: SessionStoreOptions;
  readonly #listeners = new Set<() => void>();
  #session: Session | null;
  #ended = false;
  #renewing: Promise<RefreshOutcome | null> | undefined;

  constructor(options: SessionStoreOptions) {
    this.#options = options;
    this.#session = this.#read();
  }

  readonly get = (): Session | null => this.#session;

  /** True where there was a session and the server would not renew it: nobody signed out by hand. */
  get ended(): boolean {
    return this.#ended;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(session: Session | null): void {
    this.#ended = false;
    if (session === null) this.#options.storage.delete(key);
    else writeJson(this.#options.storage, key, session);
    this.#take(session);
  }

  /** Takes over what another tab stored; call it for every `storage` event of the window. */
  adopt(changedKey: string | null): void {
    if (changedKey === null || changedKey === key) this.#take(this.#read());
  }

  /** A token that is good for the next minute; null where nobody is signed in. */
  async accessToken(): Promise<string | null> {
    const session = this.#session;
    if (session === null) return null;
    if (session.expiresAt - margin > this.#options.now() / 1000) return session.accessToken;
    const outcome = await this.renew(session.accessToken);
    if (outcome === 'unreachable') return session.accessToken;
    return this.#session?.accessToken ?? null;
  }

  /**
   * Renews the session unless another call or tab has replaced `usedToken` already. A refusal signs out;
   * without an answer the session stays.
   */
  renew(usedToken: string): Promise<RefreshOutcome | null> {
    this.#renewing ??= this.#options
      .exclusively('plinth.session.renew', () => this.#renewOnce(usedToken))
      .finally(() => {
        this.#renewing = undefined;
      });
    return this.#renewing;
  }

  async #renewOnce(usedToken: string): Promise<RefreshOutcome | null> {
    const stored = this.#read();
    if (stored === null) {
      this.#take(null);
      return null;
    }
    if (stored.accessToken !== usedToken) {
      this.#take(stored);
      return stored;
    }
    const outcome = await this.#options.refresh(stored.refreshToken);
    if (outcome === 'refused') {
      this.set(null);
      this.#ended = true;
    } else if (outcome !== 'unreachable') this.set(outcome);
    return outcome;
  }

  #read(): Session | null {
    return readJson(this.#options.storage, key, sessionSchema) ?? null;
  }

  #take(session: Session | null): void {
    if (JSON.stringify(session) === JSON.stringify(this.#session)) return;
    this.#session = session;
    for (const listener of this.#listeners) listener();
  }
}

/** Web Locks where there are any (they need a secure context); else the tab is alone with itself. */
export const browserExclusively: Exclusively = async (name, work) => {
  if (typeof navigator === 'undefined' || navigator.locks === undefined) return work();
  return navigator.locks.request(name, work);
};
