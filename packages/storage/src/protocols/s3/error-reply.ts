import { AppError, type RouteReply } from '@plinth/kernel';
import type { StorageErrorCode } from '../../errors.ts';
import type { S3ErrorCode } from './errors.ts';
import { writeErrorXml } from './xml/write-xml.ts';

/** How a failure is called on the wire where that is not its own code or status. */
interface WireName {
  readonly code?: string;
  readonly status?: number;
}

/** S3's own names: its clients know these, and decide by them whether to try again. */
const wireNames: Readonly<Partial<Record<StorageErrorCode | S3ErrorCode, WireName>>> = {
  ResourceNotEmpty: { code: 'BucketNotEmpty' },
  RelatedResourceNotFound: { code: 'NoSuchBucket' },
  InvalidRole: { code: 'AccessDenied' },
  InvalidJWT: { code: 'InvalidToken' },
  DatabaseTimeout: { code: 'ServiceUnavailable', status: 503 },
  DatabaseReadOnly: { code: 'ServiceUnavailable' },
  Unavailable: { code: 'ServiceUnavailable' },
  SlowDown: { status: 503 },
  ResourceLocked: { code: 'OperationAborted', status: 409 },
  MissingSecurityHeader: { code: 'AccessDenied' },
  ExpiredSignature: { code: 'AccessDenied' },
  HeadersNotSigned: { code: 'AccessDenied' },
  PolicyConditionFailed: { code: 'AccessDenied' },
  InvalidChunk: { code: 'IncompleteBody' },
};

const internal = {
  code: 'InternalError',
  message: 'We encountered an internal error.',
  status: 500,
};

/** A failure as S3 words it. Anything but an AppError is a defect, and says nothing about itself. */
export function errorReply(failure: unknown, resource: string, requestId: string): RouteReply {
  const known = failure instanceof AppError ? failure : undefined;
  const wire = known === undefined ? {} : (wireNames[known.code as StorageErrorCode] ?? {});
  const isDefect = known === undefined || known.status === 500;
  return {
    status: isDefect ? internal.status : (wire.status ?? known.status),
    headers: {
      'content-type': 'application/xml',
      'cache-control': 'no-store',
      ...known?.headers,
    },
    body: writeErrorXml({
      Code: isDefect ? internal.code : (wire.code ?? known.code),
      Message: isDefect ? internal.message : known.message,
      Resource: resource,
      RequestId: requestId,
    }),
  };
}
