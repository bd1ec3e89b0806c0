import type { IncomingMessage } from 'node:http';
import { childText, type XmlElement } from '../../protocols/s3/xml/read-xml.ts';
import { writeXml } from '../../protocols/s3/xml/write-xml.ts';
import type { S3Call, S3Client } from './s3-client.ts';
import { S3Failure } from './s3-failure.ts';

/** Most parts on their way at a time. */
const mostInFlight = 2;

/** A multipart upload to the object store: parts are sent as they come, the object appears when it is completed. */
export class MultipartWrite {
  readonly #client: S3Client;
  readonly #key: string;
  readonly #id: string;
  readonly #etags: string[] = [];
  readonly #inFlight = new Set<Promise<void>>();
  #parts = 0;
  #failure: unknown;

  private constructor(client: S3Client, key: string, id: string) {
    this.#client = client;
    this.#key = key;
    this.#id = id;
  }

  static async begin(client: S3Client, key: string): Promise<MultipartWrite> {
    const document = await client.document({ method: 'POST', key, query: [['uploads', '']] });
    return new MultipartWrite(client, key, childText(document, 'UploadId') ?? '');
  }

  /** Parts that were added. */
  get parts(): number {
    return this.#parts;
  }

  /** Begins to send a part; waits where enough are on their way. Throws what another part failed with. */
  async add(body: readonly Uint8Array[]): Promise<void> {
    await this.#start(async (call) => {
      const headers = await this.#client.run({ ...call, body });
      return headers.etag ?? '';
    });
  }

  /** Begins to copy a part from another object of the bucket: all of it, or a range. */
  async addCopy(source: string, range?: { start: number; end: number }): Promise<void> {
    await this.#start(async (call) => {
      const document = await this.#client.document({
        ...call,
        headers: {
          'x-amz-copy-source': copySource(this.#client.bucket, source),
          ...(range && { 'x-amz-copy-source-range': `bytes=${range.start}-${range.end}` }),
        },
      });
      return childText(document, 'ETag') ?? '';
    });
  }

  /** Makes the parts the object. `size` is what they come to. */
  async complete(size: number): Promise<void> {
    await Promise.all(this.#inFlight);
    if (this.#failure !== undefined) throw this.#failure;
    const parts = this.#etags.map((ETag, index) => ({ PartNumber: index + 1, ETag }));
    const body = [Buffer.from(writeXml('CompleteMultipartUpload', { Part: parts }))];
    const call: S3Call = { method: 'POST', key: this.#key, query: [['uploadId', this.#id]], body };
    try {
      await this.#client.document(call);
    } catch (error) {
      // An answer that was lost may have been a yes: then the upload is gone and the object is there.
      const isGone = error instanceof S3Failure && error.code === 'NoSuchUpload';
      if (!isGone || (await this.#sizeOfObject()) !== size) throw error;
    }
  }

  /** Forgets the parts; what cannot be removed now is left to the next start. */
  async abort(): Promise<void> {
    await Promise.allSettled(this.#inFlight);
    await abortUpload(this.#client, this.#key, this.#id).catch(() => {});
  }

  async #start(send: (call: S3Call) => Promise<string>): Promise<void> {
    while (this.#inFlight.size >= mostInFlight) await Promise.race(this.#inFlight);
    if (this.#failure !== undefined) throw this.#failure;
    this.#parts += 1;
    const number = this.#parts;
    const query = [
      ['partNumber', String(number)],
      ['uploadId', this.#id],
    ] as const;
    const sending = send({ method: 'PUT', key: this.#key, query })
      .then((etag) => {
        this.#etags[number - 1] = etag;
      })
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#inFlight.delete(sending));
    this.#inFlight.add(sending);
  }

  async #sizeOfObject(): Promise<number | undefined> {
    const headers: IncomingMessage['headers'] = await this.#client
      .run({ method: 'HEAD', key: this.#key })
      .catch(() => ({}));
    const length = headers['content-length'];
    return length === undefined ? undefined : Number(length);
  }
}

/** Gives a multipart upload up. */
export async function abortUpload(client: S3Client, key: string, id: string): Promise<void> {
  await client.run({ method: 'DELETE', key, query: [['uploadId', id]] });
}

/** Header that names an object of the bucket as the source of a copy. */
export function copySource(bucket: string, key: string): string {
  return [bucket, ...key.split('/')].map(encodeURIComponent).join('/');
}

/** Multipart uploads below a prefix that were begun before a time, in milliseconds since 1970. */
export async function staleUploads(
  client: S3Client,
  prefix: string,
  before: number,
): Promise<{ readonly key: string; readonly id: string }[]> {
  const query = [
    ['uploads', ''],
    ['prefix', prefix],
  ] as const;
  const document: XmlElement = await client.document({ method: 'GET', query });
  return document.children
    .filter(({ name }) => name === 'Upload')
    .filter((upload) => Date.parse(childText(upload, 'Initiated') ?? '') < before)
    .map((upload) => ({
      key: childText(upload, 'Key') ?? '',
      id: childText(upload, 'UploadId') ?? '',
    }));
}
