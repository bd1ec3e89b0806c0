import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock, Random } from '@plinth/kernel';
import { encodeStrictly } from '../../protocols/s3/signature/encoding.ts';
import {
  algorithm,
  amzDate,
  emptyHash,
  scopeText,
  signingKey,
  signRequest,
} from '../../protocols/s3/signature/sigv4.ts';
import { childText, readXml, type XmlElement } from '../../protocols/s3/xml/read-xml.ts';
import { hashOf } from './hash-of.ts';
import { S3Failure } from './s3-failure.ts';
import { bodyOf, type HttpRequest, Transport } from './transport.ts';

/** An object store and how to sign for it. */
export interface S3ClientOptions {
  /** URL of the object store. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket goes into the path instead of the host name. */
  readonly forcePathStyle: boolean;
  readonly clock: Clock;
  readonly random: Random;
}

/** A request to the bucket, or to an object in it. */
export interface S3Call {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Empty for the bucket itself. */
  readonly key?: string;
  readonly query?: readonly (readonly [name: string, value: string])[];
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Kept in memory so that it can be sent again. */
  readonly body?: readonly Uint8Array[];
}

/** Most attempts at a request. */
const mostAttempts = 5;

/** Pause before the second attempt, doubled for each that follows, in milliseconds. */
const firstPause = 100;

/** Largest document that an answer may hold, in bytes: a thousand keys and what is said about them. */
const largestDocument = 8_388_608;

/** Signs requests to one bucket and sends them, again where a failure may pass. */
export class S3Client {
  readonly #options: S3ClientOptions;
  readonly #transport = new Transport();

  constructor(options: S3ClientOptions) {
    this.#options = options;
  }

  /** Name of the bucket. */
  get bucket(): string {
    return this.#options.bucket;
  }

  /** The answer, its body still to be read or destroyed. Throws S3Failure. */
  send(call: S3Call): Promise<IncomingMessage> {
    return this.#repeatedly(() => this.#once(call));
  }

  /** Headers of the answer, its body dropped. Throws S3Failure. */
  async run(call: S3Call): Promise<IncomingMessage['headers']> {
    const answer = await this.send(call);
    answer.resume();
    return answer.headers;
  }

  /** The document of the answer. A failure that comes in a 200 is one too. Throws S3Failure. */
  document(call: S3Call): Promise<XmlElement> {
    return this.#repeatedly(async () => {
      const answer = await this.#once(call);
      const document = readXml(await textOf(answer));
      if (document.name !== 'Error') return document;
      throw new S3Failure(
        childText(document, 'Message') ?? '',
        500,
        childText(document, 'Code') ?? '',
      );
    });
  }

  close(): void {
    this.#transport.close();
  }

  async #once(call: S3Call): Promise<IncomingMessage> {
    const answer = await this.#transport.send(this.#sign(call));
    const status = answer.statusCode ?? 0;
    if (status < 300) return answer;
    throw failureOf(call, status, answer.headers, await textOf(answer));
  }

  async #repeatedly<T>(attempt: () => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await attempt();
      } catch (error) {
        const isPassing = error instanceof S3Failure && error.isPassing;
        if (!isPassing || tried === mostAttempts) throw error;
        await this.pause(tried);
      }
    }
  }

  /** Waits before another attempt: longer each time, and not in step with others. */
  async pause(tried: number): Promise<void> {
    const [random = 0] = this.#options.random.bytes(1);
    await pause(firstPause * 2 ** (tried - 1) * (0.5 + random / 512), undefined, { ref: false });
  }

  #sign({ method, key = '', query = [], headers = {}, body = [] }: S3Call): HttpRequest {
    const { region, accessKeyId, secretAccessKey, clock } = this.#options;
    const url = this.#address();
    const path = `${url.pathname.replace(/\/+$/, '')}/${key.split('/').map(encodeStrictly).join('/')}`;
    const date = amzDate(clock.now());
    const scope = { date: date.slice(0, 8), region, service: 's3' };
    const payloadHash = body.length === 0 ? emptyHash : hashOf('sha256', body).toString('hex');
    const all: Record<string, string> = {
      ...headers,
      host: url.host,
      'x-amz-date': date,
      'x-amz-content-sha256': payloadHash,
    };
    const signed = Object.entries(all).sort(([left], [right]) => (left < right ? -1 : 1));
    const signature = signRequest(signingKey(secretAccessKey, scope), date, scope, {
      method,
      path,
      query,
      headers: signed,
      payloadHash,
    });
    const names = signed.map(([name]) => name).join(';');
    const credential = `${accessKeyId}/${scopeText(scope)}`;
    const length = body.reduce((sum, piece) => sum + piece.byteLength, 0);
    return {
      method,
      url,
      path: query.length === 0 ? path : `${path}?${queryText(query)}`,
      headers: {
        ...all,
        authorization: `${algorithm} Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
        ...((method === 'PUT' || method === 'POST') && { 'content-length': String(length) }),
      },
      body,
    };
  }

  /** URL of the bucket. */
  #address(): URL {
    const { endpoint, bucket, forcePathStyle } = this.#options;
    const url = new URL(endpoint);
    if (!forcePathStyle) {
      url.hostname = `${bucket}.${url.hostname}`;
      return url;
    }
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/${encodeStrictly(bucket)}`;
    return url;
  }
}

function queryText(query: readonly (readonly [string, string])[]): string {
  return query.map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`).join('&');
}

function failureOf(
  call: S3Call,
  status: number,
  headers: IncomingMessage['headers'],
  text: string,
): S3Failure {
  let code = '';
  let message = '';
  try {
    const document = readXml(text);
    code = childText(document, 'Code') ?? '';
    message = childText(document, 'Message') ?? '';
  } catch {
    // A HEAD has no body, and proxies answer in words of their own.
  }
  const what = `${call.method} ${call.key ?? ''}`.trim();
  const range = headers['content-range'];
  return new S3Failure(
    `the object store answered ${what} with ${status} ${code}: ${message}`,
    status,
    code,
    range === undefined ? undefined : { cause: range },
  );
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bodyOf(answer)) {
    size += chunk.byteLength;
    if (size > largestDocument) throw new S3Failure('the answer is too large', 502, '');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
