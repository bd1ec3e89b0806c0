import { AppError } from '@plinth/kernel';
import { s3Error } from './errors.ts';

/** A write with `If-None-Match: *` fails by its condition where the name is taken. */
export async function withPrecondition<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const isTaken = error instanceof AppError && error.code === 'KeyAlreadyExists';
    throw isTaken ? s3Error('PreconditionFailed', { cause: error }) : error;
  }
}
