import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ByteRange, OpenBlob } from '../blob-store.ts';
import type { S3Client } from './s3-client.ts';
import { S3Failure } from './s3-failure.ts';
import { bodyOf } from './transport.ts';

/** Up to this size an object is read at once instead of streamed, in bytes. */
const smallObject = 262_144;

/** Most times that a download goes on where it broke off. */
const mostResumptions = 5;

/** Opens an object or a range of it. A download that breaks off goes on where it stopped. Throws S3Failure. */
export async function readStored(
  client: S3Client,
  key: string,
  range?: ByteRange,
): Promise<OpenBlob> {
  let answer: IncomingMessage;
  try {
    answer = await client.send({
      method: 'GET',
      key,
      ...(range && { headers: rangeHeader(range) }),
    });
  } catch (error) {
    const size = sizeOfEmptyRange(error);
    if (size === undefined) throw error;
    return { size, body: new Uint8Array() };
  }
  const { size, start, end } = extentOf(answer);
  const bytes = resumed(client, key, answer, { start, end });
  if (end - start + 1 > smallObject) {
    return { size, body: Readable.from(bytes, { objectMode: false }) };
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return { size, body: Buffer.concat(chunks) };
}

async function* resumed(
  client: S3Client,
  key: string,
  first: IncomingMessage,
  { start, end }: ByteRange,
): AsyncIterable<Uint8Array> {
  let answer = first;
  let at = start;
  let resumptions = 0;
  try {
    for (;;) {
      try {
        for await (const chunk of bodyOf(answer)) {
          at += chunk.byteLength;
          yield chunk;
        }
        return;
      } catch (error) {
        const isOver = resumptions === mostResumptions || at > end;
        if (!(error instanceof S3Failure) || isOver) throw error;
        resumptions += 1;
        await client.pause(resumptions);
        answer = await client.send({
          method: 'GET',
          key,
          headers: rangeHeader({ start: at, end }),
        });
      }
    }
  } finally {
    answer.destroy();
  }
}

function rangeHeader({ start, end }: ByteRange): { readonly range: string } {
  return { range: `bytes=${start}-${end}` };
}

/** Which bytes of how many an answer holds. */
function extentOf({ statusCode, headers }: IncomingMessage): ByteRange & { readonly size: number } {
  const length = Number(headers['content-length'] ?? 0);
  const [, start, end, size] =
    /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
  if (statusCode !== 206 || size === undefined) return { start: 0, end: length - 1, size: length };
  return { start: Number(start), end: Number(end), size: Number(size) };
}

/** Size of the object where a range lies behind its end. */
function sizeOfEmptyRange(error: unknown): number | undefined {
  if (!(error instanceof S3Failure) || error.status !== 416) return undefined;
  return Number(/\/(\d+)$/.exec(String(error.cause ?? ''))?.[1] ?? 0);
}
