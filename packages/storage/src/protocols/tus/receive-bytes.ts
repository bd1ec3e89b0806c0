import type { Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '@plinth/kernel';
import type { StorageCore } from '../../core.ts';
import { storageError } from '../../errors.ts';
import { incoming } from '../../input/incoming.ts';
import { tusError } from './errors.ts';
import type { RunningHashes } from './running-hashes.ts';
import { Segments } from './segments.ts';
import { recordProgress, type Sender, type UploadRecord } from './upload-records.ts';

/** A body that is appended to an upload. */
export interface Appending {
  readonly body: Readable | undefined;
  /** `Content-Length`; undefined where the client did not say. */
  readonly contentLength: number | undefined;
  /** Largest object that the upload may become, in bytes. */
  readonly limit: number;
  readonly sender: Sender;
  /** Aborts when another request wants the upload. */
  readonly released: AbortSignal;
}

/**
 * Appends a body to its upload, segment by segment: written, made durable, then noted. What came before a failure is
 * kept. Gives the upload as it stands then; throws `LengthExceeded`, `IncompleteBody`, `OffsetConflict`, `Unavailable`.
 */
export async function receiveBytes(
  core: StorageCore,
  hashes: RunningHashes,
  upload: UploadRecord,
  { body, contentLength, limit, sender, released }: Appending,
): Promise<UploadRecord> {
  const room = (upload.length ?? limit) - upload.offset;
  const tooMuch = (): AppError => tusError('LengthExceeded');
  if ((contentLength ?? 0) > room) throw tooMuch();
  const source = incoming(body, core.limits.idle);
  const segments = new Segments(source, { limit: room, tooMuch, released, clock: core.clock });
  let hash = hashes.take(upload.id, upload.offset);
  let current = upload;
  while (!segments.ended) {
    const step = await appendSegment(core, current, segments, hash);
    if (!step.hashed) hash = undefined;
    if (step.written > 0) {
      current = await recordProgress(core, current, current.offset + step.written, sender);
      if (hash !== undefined) hashes.put(upload.id, { hash, offset: current.offset });
    }
    if (step.failure !== undefined) throw asAppError(step.failure);
  }
  return current;
}

interface Step {
  /** Bytes that are durable now. */
  readonly written: number;
  /** Whether the hash stands where the file does. */
  readonly hashed: boolean;
  readonly failure?: unknown;
}

async function appendSegment(
  { blobs }: StorageCore,
  upload: UploadRecord,
  segments: Segments,
  hash: Hash | undefined,
): Promise<Step> {
  let seen = 0;
  const source = segments.next((chunk) => {
    seen += chunk.byteLength;
    hash?.update(chunk);
  });
  try {
    const { written, failure } = await blobs.uploads.append(upload.id, upload.offset, source);
    return { written, hashed: written === seen, failure };
  } catch (failure) {
    return {
      written: 0,
      hashed: false,
      failure: isLost(failure) ? tusError('UploadGone') : failure,
    };
  }
}

/** True where the bytes that an upload had so far are not there any more. */
function isLost(failure: unknown): boolean {
  return (failure as NodeJS.ErrnoException).code === 'ENOENT';
}

/** What the disk refuses is nothing the client did. */
function asAppError(failure: unknown): AppError {
  return failure instanceof AppError ? failure : storageError('Unavailable', { cause: failure });
}
