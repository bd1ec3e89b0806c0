import { AppError, kernelError } from '@plinth/kernel';
import { ConnectionError, PoolTimeoutError, PostgresError, RequestAborted } from '@plinth/postgres';
import { storageError } from '../errors.ts';
import type { Purpose } from './run.ts';

/** What the database refused, in the words of the Storage API. */
export function databaseFailure(cause: unknown, purpose: Purpose): AppError {
  if (cause instanceof AppError) return cause;
  if (cause instanceof PoolTimeoutError) return storageError('SlowDown', { cause });
  if (cause instanceof RequestAborted) return storageError('IncompleteBody', { cause });
  if (cause instanceof ConnectionError) return storageError('Unavailable', { cause });
  if (!(cause instanceof PostgresError)) return kernelError('internal', { cause });
  return bySqlState(cause, purpose);
}

/** No room, no memory, no connections (53), a database that is shut down (57P), a disk that fails (58). */
const outOfService = /^(53|57P|58)/;

function bySqlState(cause: PostgresError, purpose: Purpose): AppError {
  switch (cause.code) {
    case '42501':
      return storageError('AccessDenied', {
        message: cause.message.includes('row-level security')
          ? 'new row violates row-level security policy'
          : cause.message,
        cause,
      });
    // The role that a token names does not exist, or is not one that callers may take on.
    case '22023':
    case '28000':
      return storageError('AccessDenied', { message: cause.message, cause });
    case '23505':
      return storageError(purpose.table === 'buckets' ? 'BucketAlreadyExists' : 'KeyAlreadyExists');
    case '23503':
      return foreignKey(cause);
    case '55P03':
    case '40P01':
      return storageError('ResourceLocked', { cause });
    case '57014':
      return storageError('DatabaseTimeout', { cause });
    case '25006':
      return storageError('DatabaseReadOnly', { cause });
    case '42P17':
      return storageError('DatabaseInvalidObjectDefinition', { cause });
    case '42703':
    case '42P01':
      return storageError('DatabaseSchemaMismatch', { cause });
    // An index row has room for about 2,700 bytes.
    case '54000':
      return storageError('InvalidKey', { message: `Invalid key: ${purpose.key ?? ''}` });
    case '22P02':
    case '22P05':
    case '22021':
      return storageError('InvalidParameter', { message: cause.message, cause });
    default:
      if (outOfService.test(cause.code ?? '')) return storageError('Unavailable', { cause });
      return storageError('DatabaseError', {
        message: `database error, code: ${cause.code}`,
        cause,
      });
  }
}

function foreignKey(cause: PostgresError): AppError {
  if (cause.detail?.includes('is still referenced from table') !== true) {
    return storageError('RelatedResourceNotFound', { cause });
  }
  const pending = cause.constraint?.startsWith('s3_multipart_uploads') === true;
  return storageError('ResourceReferenced', {
    cause,
    ...(pending && {
      message:
        'The bucket could not be updated because it is referenced by a pending multipart upload.',
    }),
  });
}
