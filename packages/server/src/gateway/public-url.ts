import type { IncomingHttpHeaders } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';

/** How long the list of this machine's addresses is good for, in milliseconds. */
const refreshAfter = 30_000;

export interface PublicUrlOptions {
  /** `api.external_url`; empty where none is set. */
  readonly externalUrl: string;
  readonly trustProxy: boolean;
  readonly now: () => number;
}

/**
 * Base URL that a client used. Links in mails are built from it, so a `Host` header is believed only where
 * it names this machine: otherwise whoever asks for a password recovery could have the link lead to themselves.
 */
export class PublicUrl {
  readonly #options: PublicUrlOptions;
  #listening = '';
  #own = new Set<string>();
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(options: PublicUrlOptions) {
    this.#options = options;
  }

  /** Tells where the listener listens, e.g. `http://127.0.0.1:54321`: the name to fall back to. */
  listensAt(url: string): void {
    this.#listening = url;
  }

  /** Without a trailing slash. */
  of(headers: IncomingHttpHeaders): string {
    const { externalUrl } = this.#options;
    if (externalUrl !== '') return externalUrl.replace(/\/+$/, '');
    const host = this.#hostOf(headers);
    return host === undefined ? this.#listening : `${this.#schemeOf(headers)}://${host}`;
  }

  /**
   * True where the request names this server by a name it knows: its own, or the one of the external URL. A
   * page that had its own name point to this machine (DNS rebinding) does not.
   */
  isKnownHost(headers: IncomingHttpHeaders): boolean {
    if (this.#hostOf(headers) !== undefined) return true;
    const { externalUrl } = this.#options;
    return externalUrl !== '' && new URL(externalUrl).host === headers.host?.toLowerCase();
  }

  #hostOf(headers: IncomingHttpHeaders): string | undefined {
    const forwarded = this.#options.trustProxy ? headers['x-forwarded-host'] : undefined;
    const host = (typeof forwarded === 'string' ? forwarded : headers.host)?.toLowerCase();
    const name = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/.exec(host ?? '')?.[1];
    return name !== undefined && this.#isOwn(name) ? host : undefined;
  }

  #schemeOf(headers: IncomingHttpHeaders): 'http' | 'https' {
    return this.#options.trustProxy && headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  }

  #isOwn(name: string): boolean {
    if (name === 'localhost' || name.endsWith('.localhost')) return true;
    const now = this.#options.now();
    if (now - this.#readAt > refreshAfter) {
      this.#own = ownAddresses();
      this.#readAt = now;
    }
    return this.#own.has(name);
  }
}

function ownAddresses(): Set<string> {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const name = hostname().toLowerCase();
  return new Set([
    name,
    `${name}.local`,
    ...addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)),
  ]);
}
