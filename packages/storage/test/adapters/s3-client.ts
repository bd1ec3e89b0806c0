import { createHash } from 'node:crypto';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { defaultSettings } from '@plinth/config';
import type { TestBackend } from '@plinth/testkit';
import { encodeStrictly } from '../../src/protocols/s3/signature/encoding.ts';
import { type KeyPair, s3OptionsOf } from '../../src/protocols/s3/signature/key-pair.ts';
import {
  amzDate,
  type Scope,
  scopeText,
  signingKey,
  signRequest,
} from '../../src/protocols/s3/signature/sigv4.ts';

type Backend = Pick<TestBackend, 'url' | 'anonKey' | 'jwtSecret'>;

/** The key pair of a test backend's project. */
export function keyPairOf({ jwtSecret }: Backend): KeyPair {
  return s3OptionsOf({ settings: defaultSettings(), jwtSecret }).keyPair;
}

/** The official client, with the key pair of the project. */
export function s3Client(backend: Backend, config: S3ClientConfig = {}): S3Client {
  return new S3Client({
    endpoint: `${backend.url}/storage/v1/s3`,
    region: 'local',
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: keyPairOf(backend),
    ...config,
  });
}

/** The official client, speaking for the user of an access token. */
export function s3ClientOf(backend: Backend, sessionToken: string): S3Client {
  const credentials = {
    accessKeyId: 'default',
    secretAccessKey: backend.anonKey,
    sessionToken,
  };
  return s3Client(backend, { credentials });
}

/** A request by hand, for what no official client would send. */
export interface RawRequest {
  readonly method: string;
  /** Below `/storage/v1/s3`, encoded as it is to be sent. */
  readonly path: string;
  readonly query?: readonly (readonly [string, string])[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** What `x-amz-content-sha256` says; default: the hash of the body. */
  readonly payloadHash?: string;
  /** Milliseconds since 1970; default: now. */
  readonly now?: number;
  readonly keyPair?: KeyPair;
  /** Sent in place of what was signed, or besides it. */
  readonly unsigned?: Readonly<Record<string, string>>;
}

/** A request that was signed: what the signatures of its chunks begin with. */
export interface Signed {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly key: Buffer;
  readonly scope: Scope;
  readonly date: string;
  readonly signature: string;
}

/** Signs a request in its headers. */
export function signByHand(backend: Backend, raw: RawRequest): Signed {
  const { method, path, query = [], headers = {}, body = '', now = Date.now() } = raw;
  const { accessKeyId, secretAccessKey } = raw.keyPair ?? keyPairOf(backend);
  const date = amzDate(now);
  const scope = { date: date.slice(0, 8), region: 'local', service: 's3' };
  const payloadHash = raw.payloadHash ?? createHash('sha256').update(body).digest('hex');
  const all = {
    ...headers,
    host: new URL(backend.url).host,
    'x-amz-date': date,
    'x-amz-content-sha256': payloadHash,
  };
  const signed = Object.entries(all).sort(([left], [right]) => (left < right ? -1 : 1));
  const key = signingKey(secretAccessKey, scope);
  const signature = signRequest(key, date, scope, {
    method,
    path: `/storage/v1/s3${path}`,
    query,
    headers: signed,
    payloadHash,
  });
  const names = signed.map(([name]) => name).join(';');
  const { host: _, ...sent } = all;
  const text = query.map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`);
  return {
    url: `${backend.url}/storage/v1/s3${path}${text.length === 0 ? '' : `?${text.join('&')}`}`,
    headers: {
      ...sent,
      authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scopeText(scope)}, SignedHeaders=${names}, Signature=${signature}`,
    },
    key,
    scope,
    date,
    signature,
  };
}

/** Sends a request by hand. */
export async function sendByHand(
  backend: Backend,
  raw: RawRequest,
): Promise<{ status: number; code: string | undefined; text: string; headers: Headers }> {
  const { url, headers } = signByHand(backend, raw);
  return sendRaw(url, {
    method: raw.method,
    headers: { ...headers, ...raw.unsigned },
    body: raw.body,
  });
}

/** Sends what is given; gives the code of a failure with the answer. */
export async function sendRaw(
  url: string,
  {
    body,
    ...init
  }: {
    method: string;
    headers?: Record<string, string>;
    body?: Uint8Array | string | FormData | undefined;
  },
): Promise<{ status: number; code: string | undefined; text: string; headers: Headers }> {
  const response = await fetch(url, { ...init, ...(body !== undefined && { body }) });
  const text = await response.text();
  const code = /<Code>(.*?)<\/Code>/.exec(text)?.[1];
  return { status: response.status, code, text, headers: response.headers };
}
