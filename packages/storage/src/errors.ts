import { type ErrorFactory, errorFactory } from '@plinth/kernel';

/**
 * Failures of the Storage API. `status` is what the body's `statusCode` says; HTTP itself says 400 unless the code is
 * among `realStatusCodes` (upstream's way, which clients rely on).
 */
export const storageErrors = {
  NoSuchBucket: {
    status: 404,
    message: 'Bucket not found',
    when: 'There is no such bucket, or it is private and the request carries no credential.',
  },
  NoSuchKey: {
    status: 404,
    message: 'Object not found',
    when: 'There is no such object, or no SELECT policy lets the caller see it.',
  },
  NoSuchUpload: {
    status: 404,
    message: 'Upload not found',
    when: 'The upload was finished, aborted, has expired, or never was.',
  },
  InvalidRequest: {
    status: 400,
    message: 'Invalid Request',
    when: 'The body or a parameter does not have the shape that the route asks for.',
  },
  NoContentProvided: {
    status: 400,
    message: 'No content provided',
    when: 'An upload without a file, or a bucket update that changes nothing.',
  },
  MissingParameter: {
    status: 400,
    message: 'Missing Required Parameter',
    when: 'A parameter that the operation needs is absent, or the feature behind it is not set up.',
  },
  InvalidParameter: {
    status: 400,
    message: 'Invalid Parameter',
    when: 'A value does not have the format of its type.',
  },
  InvalidKey: {
    status: 400,
    message: 'Invalid key',
    when: 'An object name is empty, too long, or holds characters or segments that are not allowed.',
  },
  InvalidBucketName: {
    status: 400,
    message: 'Bucket name invalid',
    when: 'A bucket name is empty, longer than 100 characters, or holds characters that are not allowed.',
  },
  InvalidMimeType: {
    status: 415,
    message: 'mime type is not supported',
    when: "The file's type is not among those that the bucket allows.",
  },
  InvalidRange: {
    status: 416,
    message: 'invalid range provided',
    when: 'The Range header asks for several ranges, or for bytes behind the end.',
  },
  InvalidXRobotsTag: {
    status: 400,
    message: 'Invalid X-Robots-Tag header',
    when: 'The x-robots-tag of an upload holds a rule that crawlers do not know.',
  },
  EntityTooLarge: {
    status: 413,
    message: 'The object exceeded the maximum allowed size',
    when: 'A file is larger than the limit of its bucket or of the project, or a bucket asks for a larger limit.',
  },
  InvalidJWT: {
    status: 400,
    message: 'Invalid JWT',
    when: 'The token of a signed URL is malformed, forged or expired.',
  },
  InvalidSignature: {
    status: 400,
    message: 'Invalid signature',
    when: 'The token of a signed URL is for another object or another kind of access.',
  },
  AccessDenied: {
    status: 403,
    message: 'Access denied',
    when: 'No policy lets the caller do this, or the bearer token is missing or not valid. The log names the policy.',
  },
  InvalidRole: {
    status: 403,
    message: 'Access denied: Invalid role',
    when: 'The route is for the service role only.',
  },
  ResourceAlreadyExists: {
    status: 409,
    message: 'The resource already exists',
    when: 'A change would give two resources the same name.',
  },
  KeyAlreadyExists: {
    status: 409,
    message: 'The resource already exists',
    when: 'There is an object of this name already and the upload does not ask to replace it (x-upsert).',
  },
  BucketAlreadyExists: {
    status: 409,
    message: 'The resource already exists',
    when: 'There is a bucket of this name already.',
  },
  ResourceNotEmpty: {
    status: 409,
    message: 'The bucket you tried to delete is not empty',
    when: 'A bucket that holds objects is to be deleted: empty it first.',
  },
  BucketTooLarge: {
    status: 409,
    message: 'Unable to empty the bucket because it contains too many objects',
    when: 'A bucket with more than 200,000 objects is to be emptied in one call.',
  },
  ResourceReferenced: {
    status: 409,
    message: 'The resource could not be updated or removed due to a foreign key constraint',
    when: 'A row that still points to the resource keeps it, such as a pending multipart upload.',
  },
  RelatedResourceNotFound: {
    status: 404,
    message: 'The related resource does not exist',
    when: 'A change points to a bucket that does not exist.',
  },
  FeatureNotEnabled: {
    status: 409,
    message: 'The feature is not enabled for this resource',
    when: 'Analytics and vector buckets, which Plinth does not have.',
  },
  ResourceLocked: {
    status: 423,
    message: 'The resource is locked',
    when: 'Another request holds the resource for too long.',
  },
  LockTimeout: {
    status: 503,
    message: 'acquiring lock timeout',
    when: 'The lock of an upload did not become free in time.',
  },
  DatabaseTimeout: {
    status: 544,
    message: 'The connection to the database timed out',
    when: 'A statement ran longer than it may, or no connection became free.',
  },
  DatabaseReadOnly: {
    status: 503,
    message: 'The database is currently in read-only mode. Please try again later.',
    when: 'The database refuses to write.',
  },
  DatabaseInvalidObjectDefinition: {
    status: 503,
    message: 'The database schema is invalid or incompatible.',
    when: 'A policy calls itself: it selects from the table it guards.',
  },
  DatabaseSchemaMismatch: {
    status: 503,
    message: 'The database schema is out of sync. Please run migrations or contact support.',
    when: 'A policy or trigger names a table or column that does not exist.',
  },
  DatabaseError: {
    status: 400,
    message: 'database error',
    when: 'A trigger or constraint of the application refused the change.',
  },
  SlowDown: {
    status: 429,
    message: 'Too many connections issued to the database',
    when: 'No database connection became free in time.',
  },
  IncompleteBody: {
    status: 400,
    message: 'Request stream closed before upload could complete',
    when: 'The client went away, or sent nothing for a minute, before the file was complete.',
  },
  Unavailable: {
    status: 503,
    message: 'The storage is not available at the moment',
    when: 'The database or the object store cannot be reached, or the disk is full.',
  },
  NotFound: {
    status: 404,
    message: 'Route not found',
    when: 'No route of the Storage API answers at this path.',
  },
  InternalError: {
    status: 500,
    message: 'Internal Server Error',
    when: 'A defect. The log names it under the request id.',
  },
} as const;

/** A code of the catalogue. */
export type StorageErrorCode = keyof typeof storageErrors;

/** Makes an error of the catalogue. */
export const storageError: ErrorFactory<typeof storageErrors> = errorFactory(storageErrors);
