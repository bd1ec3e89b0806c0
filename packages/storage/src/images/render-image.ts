import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { AppError } from '@plinth/kernel';
import { BlobMissing } from '../backends/blob-store.ts';
import type { StorageCore } from '../core.ts';
import { storageError } from '../errors.ts';
import { sizeOf } from '../objects/read-object.ts';
import type { StoredObject } from '../objects/stored-object.ts';
import type { CachedImage } from './cache/image-cache.ts';
import { geometryOf } from './geometry.ts';
import { imageFormat } from './image-type.ts';
import type { Images } from './images.ts';
import { type Accepted, encoding, type WantedFormat, wantedFormat } from './output-format.ts';
import { refuse, renderFailure } from './refusals.ts';
import { bounded, type Transformation, transformationText } from './transformation.ts';

/** Largest source, in bytes. */
const largestFile = 25 * 1_048_576;

/** Most pixels of a source. */
const mostPixels = 50_000_000;

/** The same of AVIF, whose decoder takes four times the memory of others. */
const mostAvifPixels = 20_000_000;

/** Most memory of a decoded source, in bytes: with 16 bits a channel fewer pixels are allowed. */
const mostDecoded = 256 * 1_048_576;

/** An image, and what of it is asked for. */
export interface Rendering {
  readonly object: StoredObject;
  readonly transformation: Transformation;
  readonly accepted: Accepted;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
}

/**
 * Transforms the image of an object, or gives what was made of it before. Throws `InvalidRequest` where the file is not
 * an image that can be shown, is too large or takes too long, `SlowDown` where too many are asked for at once,
 * `FeatureNotEnabled` where sharp is missing, `NoSuchKey` where the bytes are gone.
 */
export async function renderImage(
  core: StorageCore,
  images: Images,
  { object, transformation, accepted, signal }: Rendering,
): Promise<CachedImage> {
  if (sizeOf(object) > largestFile) throw refuse('tooManyBytes');
  const asked = bounded(transformation);
  const wanted = wantedFormat(asked, accepted);
  const { cache, flights } = images;
  const name = `${object.version}/${digest(`${transformationText(asked, 'header')} to ${wanted}`)}`;
  const cached = await cache?.read(name);
  if (cached !== undefined) return cached;
  try {
    return await flights.run(name, signal, async (stillWanted) => {
      const made = await make(core, images, object, { asked, wanted, signal: stillWanted });
      await cache?.write(name, made.body).catch((error: unknown) => {
        core.logger.warn({ err: error }, 'a transformed image could not be kept');
      });
      return made;
    });
  } catch (error) {
    throw signal.aborted ? aborted(error) : error;
  }
}

/** The client went away: nobody reads this, and it is no defect. */
function aborted(cause: unknown): AppError {
  return storageError('IncompleteBody', { message: 'Request aborted', cause });
}

/** A file name of what was done. */
function digest(made: string): string {
  return createHash('sha256').update(made).digest('hex').slice(0, 32);
}

interface Making {
  readonly asked: Transformation;
  readonly wanted: WantedFormat;
  readonly signal: AbortSignal;
}

async function make(
  core: StorageCore,
  { pool }: Images,
  object: StoredObject,
  { asked, wanted, signal }: Making,
): Promise<CachedImage & { readonly body: Uint8Array }> {
  try {
    return await pool.run(signal, async (start) => {
      // Read only when it is its turn: what waits takes no memory. What is no image never meets a worker.
      const source = await sourceOf(core, object);
      const sourceFormat = imageFormat(source);
      if (sourceFormat === undefined) throw refuse('unsupported');
      const worker = await start();
      const size = await worker.inspect(
        source,
        sourceFormat === 'avif' ? mostAvifPixels : mostPixels,
      );
      if (size.bytes > mostDecoded) throw refuse('tooManyPixels');
      const format = wanted === 'origin' ? sourceFormat : wanted;
      const options = encoding(format, asked.quality);
      const body = await worker.render({ ...geometryOf(size, asked), format, options });
      return { format, size: body.byteLength, body };
    });
  } catch (error) {
    throw signal.aborted ? error : renderFailure(error);
  }
}

async function sourceOf({ blobs }: StorageCore, { version }: StoredObject): Promise<Uint8Array> {
  try {
    const { size, body } = await blobs.read(version, { start: 0, end: largestFile });
    if (body instanceof Uint8Array) return body;
    if (size > largestFile) {
      body.destroy();
      throw refuse('tooManyBytes');
    }
    return await buffer(body);
  } catch (error) {
    if (!(error instanceof BlobMissing)) throw error;
    throw storageError('NoSuchKey', { message: 'The resource was not found' });
  }
}
