import { createHash, createHmac } from 'node:crypto';
import { encodeStrictly } from './encoding.ts';

/** What a signature is good for: one day, one region, one service. */
export interface Scope {
  /** `20260131`. */
  readonly date: string;
  readonly region: string;
  readonly service: string;
}

/** The parts of a request that a signature covers. */
export interface SignableRequest {
  readonly method: string;
  /** Encoded. */
  readonly path: string;
  /** Decoded, without the signature itself. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Name in lower case and value of each signed header, by name. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** SHA-256 of the body in hex, or one of the words that stand for it. */
  readonly payloadHash: string;
}

export const algorithm = 'AWS4-HMAC-SHA256';

/** SHA-256 of nothing, in hex. */
export const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** The canonical request of Signature Version 4. */
function canonicalRequest(request: SignableRequest): string {
  const { method, path, query, headers, payloadHash } = request;
  const lines = headers.map(([name, value]) => `${name}:${collapse(value)}\n`).join('');
  const names = headers.map(([name]) => name).join(';');
  return `${method}\n${path}\n${canonicalQuery(query)}\n${lines}\n${names}\n${payloadHash}`;
}

/** The signature of a request in hex. `date` like `20260131T235959Z`. */
export function signRequest(
  key: Uint8Array,
  date: string,
  scope: Scope,
  request: SignableRequest,
): string {
  const hash = sha256(canonicalRequest(request));
  return signText(key, `${algorithm}\n${date}\n${scopeText(scope)}\n${hash}`);
}

/** HMAC-SHA256 in hex. */
export function signText(key: Uint8Array, text: string): string {
  return hmac(key, text).toString('hex');
}

/** The key that a secret gives for a scope. */
export function signingKey(secret: string, { date, region, service }: Scope): Buffer {
  const forDate = hmac(`AWS4${secret}`, date);
  return hmac(hmac(hmac(forDate, region), service), 'aws4_request');
}

/** `20260131/local/s3/aws4_request`. */
export function scopeText({ date, region, service }: Scope): string {
  return `${date}/${region}/${service}/aws4_request`;
}

/** A time as signatures write it: `20260131T235959Z`. */
export function amzDate(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/[:-]|\.\d{3}/g, '');
}

/** SHA-256 in hex. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function canonicalQuery(query: SignableRequest['query']): string {
  return query
    .map(([name, value]) => [encodeStrictly(name), encodeStrictly(value)] as const)
    .sort(([leftName, leftValue], [rightName, rightValue]) =>
      leftName === rightName ? compare(leftValue, rightValue) : compare(leftName, rightName),
    )
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

function collapse(value: string): string {
  return value.trim().replace(/ +/g, ' ');
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function hmac(key: string | Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
