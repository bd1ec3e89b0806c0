import type { NodeConnectionOptions } from '@nats-io/transport-node';

/** The engine that a setting names. */
export type BusChoice =
  | { readonly engine: 'none' | 'postgres' }
  | { readonly engine: 'redis'; readonly url: string }
  | { readonly engine: 'nats'; readonly options: NodeConnectionOptions };

/** Says what is wrong with the URL of a bus, without repeating it: it may hold a password. */
export class BusUrlError extends Error {
  constructor(problem: string) {
    super(`The URL of the bus ${problem}`);
    this.name = 'BusUrlError';
  }
}

/**
 * `none` (or nothing), `postgres`, `redis://…`, `rediss://…`, `nats://…` or `tls://…` (NATS over TLS; several servers of one NATS are separated by
 * commas). Throws BusUrlError.
 */
export function parseBusUrl(text: string): BusChoice {
  const wanted = text.trim();
  if (wanted === '' || wanted === 'none') return { engine: 'none' };
  if (wanted === 'postgres') return { engine: 'postgres' };
  const urls = wanted.split(',').map(parseUrl);
  const protocols = new Set(urls.map(({ protocol }) => protocol));
  const [protocol] = protocols;
  if (protocols.size > 1) throw new BusUrlError('names several kinds of servers');
  if (protocol === 'nats:' || protocol === 'tls:') return natsChoice(urls, protocol === 'tls:');
  if (protocol !== 'redis:' && protocol !== 'rediss:') {
    throw new BusUrlError('must be none, postgres, redis://…, rediss://…, nats://… or tls://…');
  }
  if (urls.length > 1) throw new BusUrlError('may name several servers for NATS alone');
  return { engine: 'redis', url: wanted };
}

function natsChoice(urls: readonly URL[], isTls: boolean): BusChoice {
  const [first] = urls;
  const [user, pass] = [first?.username ?? '', first?.password ?? ''].map(decodeURIComponent);
  return {
    engine: 'nats',
    options: {
      servers: urls.map(({ hostname, port }) => `${hostname}:${port === '' ? 4222 : port}`),
      ...(isTls && { tls: {} }),
      // As everywhere with NATS: a name alone is a token.
      ...(user && (pass ? { user, pass } : { token: user })),
    },
  };
}

function parseUrl(text: string): URL {
  try {
    const url = new URL(text.trim());
    if (url.hostname === '') throw new BusUrlError('names no host');
    decodeURIComponent(url.username + url.password);
    return url;
  } catch (error) {
    if (error instanceof BusUrlError) throw error;
    throw new BusUrlError('cannot be read');
  }
}
