import { isIP } from 'node:net';
import type { Logger } from '@plinth/kernel';
import { Glob } from './glob.ts';
import { splitUrl, type UrlParts } from './go-url.ts';

export interface RedirectSettings {
  readonly siteUrl: string;
  /** Globs of further URLs. */
  readonly redirectUrls: readonly string[];
}

/** Longest URL that a link may lead to, in characters. */
const longestUrl = 2_048;

/** Decides where links may lead: a session in the wrong hands starts with a redirect to a wrong place. */
export class RedirectRules {
  readonly siteUrl: string;
  readonly #site: UrlParts | undefined;
  readonly #globs: readonly Glob[];

  constructor({ siteUrl, redirectUrls }: RedirectSettings, logger: Logger) {
    this.siteUrl = siteUrl;
    this.#site = splitUrl(siteUrl);
    this.#globs = redirectUrls.flatMap((pattern) => {
      try {
        return [new Glob(pattern)];
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        logger.warn(
          { why },
          'a pattern of auth.additional_redirect_urls is not valid and matches nothing',
        );
        return [];
      }
    });
  }

  /** The first of the wishes that is allowed, else the site's URL. */
  choose(wishes: readonly (string | undefined)[]): string {
    return wishes.find((wish) => wish !== undefined && this.allows(wish)) ?? this.siteUrl;
  }

  /** True for the site itself, any loopback address, and what the list names; no other IP address. */
  allows(url: string): boolean {
    if (url === '' || url.length > longestUrl) return false;
    const parts = splitUrl(url);
    if (parts === undefined || this.#site === undefined) return false;
    if (isSameSite(parts, this.#site)) return true;
    if (/^[0-9]+$/.test(parts.host)) return false;
    if (isIP(parts.host) !== 0) return isLoopback(parts.host);
    if (isWeb(parts.scheme) && !/^[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?$/.test(parts.host)) {
      return false;
    }
    const [withoutFragment = ''] = url.split('#', 1);
    return this.#globs.some((glob) => glob.matches(withoutFragment));
  }
}

/** The port counts, but on the own machine: native applications listen on any (RFC 8252, 7.3). */
function isSameSite(url: UrlParts, site: UrlParts): boolean {
  return (
    url.host === site.host &&
    url.scheme === site.scheme &&
    (url.port === site.port || isLocal(url.host))
  );
}

function isWeb(scheme: string): boolean {
  return scheme === 'http' || scheme === 'https';
}

function isLocal(host: string): boolean {
  const lower = host.toLowerCase();
  return lower === 'localhost' || lower.endsWith('.localhost') || isLoopback(lower);
}

function isLoopback(host: string): boolean {
  const version = isIP(host);
  if (version === 4) return host.startsWith('127.');
  if (version === 6) return host === '::1' || /^::ffff:127\./i.test(host);
  return false;
}
