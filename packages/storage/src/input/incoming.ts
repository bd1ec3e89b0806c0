import type { Readable } from 'node:stream';
import type { ByteSource } from '../backends/blob-store.ts';
import { storageError } from '../errors.ts';

/**
 * The bytes of a request's body as they arrive, with back-pressure. Throws `IncompleteBody` where the client goes away or
 * sends nothing for `idle` milliseconds.
 */
export async function* incoming(body: Readable | undefined, idle: number): ByteSource {
  if (body === undefined) return;
  let timer: NodeJS.Timeout | undefined;
  const watch = (): void => {
    timer = setTimeout(() => body.destroy(new Error('no byte came for too long')), idle);
  };
  watch();
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      // Time that the disk takes is not the client's.
      clearTimeout(timer);
      yield chunk;
      watch();
    }
  } catch (cause) {
    throw storageError('IncompleteBody', { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Most bytes of a refused body that are read to its end, so that the client gets to read the refusal. */
const mostDrained = 67_108_864;

/** How long a refused body may take, in milliseconds. */
const longestDrain = 5_000;

/** Reads what is left of a body and drops it, within bounds; false where there was more. */
export async function drain(body: Readable | undefined): Promise<boolean> {
  if (body === undefined || body.destroyed || body.readableEnded) return true;
  const timer = setTimeout(() => body.destroy(), longestDrain);
  let dropped = 0;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      dropped += (chunk as Uint8Array).byteLength;
      if (dropped > mostDrained) return false;
    }
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
