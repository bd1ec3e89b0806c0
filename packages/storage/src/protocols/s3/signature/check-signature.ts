import type { RouteRequest } from '@plinth/kernel';
import { textOf } from '../../../serving/conditional.ts';
import { s3Error } from '../errors.ts';
import { canonicalPath } from './encoding.ts';
import { isSame } from './same.ts';
import { type Claimed, timeOf } from './signed-request.ts';
import { type SignableRequest, signingKey, signRequest } from './sigv4.ts';

/** How far the clock of a client may be off, in milliseconds. */
const longestSkew = 900_000;

/** Headers that proxies add and that mean nothing to us. */
const ofProxies: ReadonlySet<string> = new Set(['x-amz-cf-id']);

/** Throws where the time of the signature is over, or not there yet. `now` in milliseconds since 1970. */
export function checkTime({ date, expires }: Claimed, now: number): void {
  const signed = timeOf(date) ?? Number.NaN;
  if (expires === undefined) {
    if (Math.abs(now - signed) <= longestSkew) return;
    throw s3Error('RequestTimeTooSkewed');
  }
  if (signed - now > longestSkew) throw s3Error('RequestTimeTooSkewed');
  if (now > signed + expires * 1000) throw s3Error('ExpiredSignature');
}

/**
 * Throws where a header that changes what the request does is not signed: otherwise whoever holds a presigned URL could
 * add one, and have an upload become the copy of an object that is not theirs.
 */
export function checkCoverage({ signedHeaders }: Claimed, headers: RouteRequest['headers']): void {
  const isMeaningful = (name: string): boolean => name.startsWith('x-amz-') && !ofProxies.has(name);
  const bare = Object.keys(headers).filter(
    (name) => isMeaningful(name) && !signedHeaders.includes(name),
  );
  if (bare.length > 0 || !signedHeaders.includes('host')) throw s3Error('HeadersNotSigned');
}

/** A request as it came in, and the ways its sender may have seen it. */
export interface Received {
  readonly method: string;
  readonly headers: RouteRequest['headers'];
  readonly query: SignableRequest['query'];
  /** Paths, encoded as they came; a proxy may have changed what the client signed. */
  readonly paths: readonly string[];
  readonly hosts: readonly string[];
}

/**
 * The key that made the signature, one of those of `secrets`. Throws `SignatureDoesNotMatch`. The host and path that
 * the client signed are not known behind a proxy: each candidate is tried, which loosens nothing, since only the holder
 * of the secret can sign any of them.
 */
export function findSigningKey(
  claimed: Claimed,
  received: Received,
  secrets: readonly string[],
): Buffer {
  const query = received.query.filter(([name]) => name !== 'X-Amz-Signature');
  const paths = spellings(received.paths);
  for (const secret of secrets) {
    const key = signingKey(secret, claimed.scope);
    for (const host of received.hosts) {
      const headers = claimed.signedHeaders.map(
        (name) => [name, name === 'host' ? host : headerValue(received.headers, name)] as const,
      );
      for (const path of paths) {
        const { payloadHash, date, scope } = claimed;
        const request = { method: received.method, path, query, headers, payloadHash };
        if (isSame(claimed.signature, signRequest(key, date, scope, request))) return key;
      }
    }
  }
  throw s3Error('SignatureDoesNotMatch');
}

/** Each path encoded as AWS does it, then as it came: some clients sign what they send. */
function spellings(paths: readonly string[]): Set<string> {
  return new Set([...paths.map((path) => canonicalPath(path)), ...paths]);
}

function headerValue(headers: RouteRequest['headers'], name: string): string {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  if (typeof value === 'object') return value.join(',');
  return value ?? (name === 'content-length' ? '0' : '');
}

/** The hosts under which a client may have reached us. `baseUrl` is what it would be told. */
export function hostsOf(headers: RouteRequest['headers'], baseUrl: string): string[] {
  const forwarded = textOf(headers['x-forwarded-host'])?.split(',')[0]?.trim();
  const port = textOf(headers['x-forwarded-port'])?.split(',')[0]?.trim();
  const bare = forwarded?.replace(/:\d+$/, '');
  const hosts = [
    textOf(headers.host),
    forwarded,
    ...(bare !== undefined && port !== undefined ? [`${bare}:${port}`, bare] : []),
    new URL(baseUrl).host,
  ];
  return [...new Set(hosts.filter((host) => host !== undefined))];
}

/** The paths under which a client may have asked. `path` is below `prefix`, as it came. */
export function pathsOf(
  headers: RouteRequest['headers'],
  baseUrl: string,
  prefix: string,
  path: string,
): string[] {
  const outer = new URL(baseUrl).pathname.replace(/\/+$/, '');
  const project = /\/p\/[^/]+$/.exec(outer)?.[0] ?? '';
  const forwarded = textOf(headers['x-forwarded-prefix'])?.replace(/\/+$/, '');
  const whole = `${prefix}${path}`;
  const paths = [`${project}${whole}`, `${outer}${whole}`];
  if (forwarded !== undefined && /^[\w./-]*$/.test(forwarded))
    paths.push(`${forwarded}${whole}`, `${forwarded}${path}`);
  return [...new Set(paths)];
}
