import type { AppError } from '@plinth/kernel';
import { storageError } from '../errors.ts';
import { PoolBusy, RenderTimeout } from './worker/worker-pool.ts';
import { SharpMissing, SourceRefused, WorkerUnavailable } from './worker/worker-process.ts';

/** An image that is not shown, in upstream's words. */
const refusals = {
  unsupported: 'The source image is invalid or unsupported for rendering',
  tooManyPixels: 'The source image resolution is too large to process',
  tooManyBytes: 'The source image file is too large to process',
} as const;

/** Refuses the source of an image. */
export function refuse(reason: keyof typeof refusals): AppError {
  return storageError('InvalidRequest', { message: refusals[reason] });
}

/** What went wrong at the workers as an answer; what is nobody's fault stays as it is. */
export function renderFailure(error: unknown): unknown {
  if (error instanceof SourceRefused) {
    return refuse(/pixel limit/.test(error.message) ? 'tooManyPixels' : 'unsupported');
  }
  if (error instanceof RenderTimeout) {
    return storageError('InvalidRequest', { status: 408, message: 'Image request timed out' });
  }
  if (error instanceof PoolBusy) {
    return storageError('SlowDown', {
      message: 'Too many requests',
      headers: { 'retry-after': '1' },
    });
  }
  if (error instanceof SharpMissing) {
    return storageError('FeatureNotEnabled', {
      message:
        'Images are not transformed: the optional package "sharp" is not installed on this server',
    });
  }
  if (error instanceof WorkerUnavailable) {
    return storageError('Unavailable', {
      message: 'Images cannot be transformed at the moment',
      cause: error,
    });
  }
  return error;
}
