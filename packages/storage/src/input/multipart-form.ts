import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import type { ByteSource } from '../backends/blob-store.ts';
import { storageError } from '../errors.ts';

/** The first file of a form, and the fields that came before it. */
export interface FormFile {
  /** Must be read to its end; throws where the form turns out not to be whole. */
  readonly source: ByteSource;
  readonly mimetype: string;
  /** What the client calls the file, without folders. */
  readonly filename: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** How much of a form is kept while it is read. */
export interface FormLimits {
  readonly fields: number;
  /** Of all of them together, in bytes: whoever sends a form is asked for permission only after them. */
  readonly fieldSize: number;
}

/** Of an upload's form: a caller who is known may attach metadata. */
const usualLimits: FormLimits = { fields: 10, fieldSize: 1_114_112 };

/** Reads a `multipart/form-data` body up to its first file, whatever the file's field is called (clients leave it empty). */
export async function readForm(
  contentType: string,
  body: ByteSource,
  limits: FormLimits = usualLimits,
): Promise<FormFile> {
  const parser = open(contentType, limits);
  const fields: Record<string, string> = {};
  let kept = 0;
  const file = new Promise<FormFile>((resolve, reject) => {
    parser.on('field', (name, value) => {
      kept += Buffer.byteLength(value);
      if (kept > limits.fieldSize) {
        const tooLarge = storageError('EntityTooLarge');
        reject(tooLarge);
        parser.destroy(tooLarge);
      }
      fields[name] = value;
    });
    parser.on('file', (_name, stream, filename, _encoding, mimetype) => {
      // The pipeline below says why a stream broke; this only keeps its error from ending the process.
      stream.on('error', () => {});
      resolve({ source: wholeFile(stream), mimetype, filename, fields: { ...fields } });
    });
    parser.on('finish', () => reject(storageError('NoContentProvided')));
  });
  const whole = pipeline(Readable.from(body, { objectMode: false }), parser);
  whole.catch(() => {});
  return Promise.race([file, whole.then(() => file)]).catch((cause: unknown) => {
    throw refusal(cause);
  });

  async function* wholeFile(stream: Readable): ByteSource {
    const abort = (): void => void stream.destroy();
    whole.catch(abort);
    try {
      yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
      await whole;
    } catch (cause) {
      await whole.catch((first: unknown) => {
        throw refusal(first);
      });
      throw refusal(cause);
    } finally {
      // Where the reader stops early, the rest of the body is the caller's to drain.
      stream.resume();
    }
  }
}

type Parser = InstanceType<typeof Busboy>;

function open(contentType: string, { fields, fieldSize }: FormLimits): Parser {
  const limits = { fields, fieldSize, files: 1, parts: 2 * fields };
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits });
  } catch (cause) {
    throw refusal(cause);
  }
}

/** A form that is not one has no content; a body that broke keeps its own words. */
function refusal(cause: unknown): Error {
  if (cause instanceof Error && cause.name === 'AppError') return cause;
  return storageError('NoContentProvided', {
    message: cause instanceof Error ? cause.message : 'No content provided',
    cause,
  });
}
