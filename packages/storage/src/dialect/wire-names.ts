import type { StorageErrorCode } from '../errors.ts';

/** How a code is spelled on the wire where that is not its own name. */
interface WireName {
  /** Member `error`; default: the wire code. */
  readonly error?: string;
  /** Member `code`; default: the catalogue's. */
  readonly code?: string;
  /** True where HTTP says the status itself instead of 400. */
  readonly realStatus?: boolean;
}

/** Upstream's spellings. Clients compare all three: `error`, `code` and the string `statusCode`. */
export const wireNames: Readonly<Partial<Record<StorageErrorCode, WireName>>> = {
  NoSuchBucket: { error: 'Bucket not found' },
  NoSuchKey: { error: 'not_found' },
  NoContentProvided: { code: 'InvalidRequest' },
  InvalidBucketName: { error: 'Invalid Input' },
  InvalidMimeType: { error: 'invalid_mime_type' },
  InvalidRange: { error: 'invalid_range', realStatus: true },
  InvalidXRobotsTag: { error: 'invalid_x_robots_tag', code: 'InvalidRequest' },
  EntityTooLarge: { error: 'Payload too large' },
  AccessDenied: { error: 'Unauthorized' },
  InvalidRole: { error: 'Unauthorized', code: 'AccessDenied', realStatus: true },
  ResourceAlreadyExists: { error: 'Duplicate' },
  KeyAlreadyExists: { error: 'Duplicate' },
  BucketAlreadyExists: { error: 'Duplicate' },
  BucketTooLarge: { code: 'InvalidRequest' },
  RelatedResourceNotFound: { code: 'InvalidRequest' },
  DatabaseTimeout: { realStatus: true },
  SlowDown: { error: 'too_many_connections', realStatus: true },
  IncompleteBody: { code: 'InvalidRequest' },
  Unavailable: { realStatus: true },
  NotFound: { error: 'Not Found', realStatus: true },
  InternalError: { error: 'Internal', realStatus: true },
};
