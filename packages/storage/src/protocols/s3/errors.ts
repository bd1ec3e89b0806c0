import { type ErrorFactory, errorFactory } from '@plinth/kernel';

/** Failures of the S3 protocol alone; those of storage itself come from the storage catalogue. */
export const s3Errors = {
  SignatureDoesNotMatch: {
    status: 403,
    message:
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    when: 'The secret key is another one, or the request was changed on its way.',
  },
  InvalidAccessKeyId: {
    status: 403,
    message: 'The Access Key Id you provided does not exist in our records.',
    when: 'The access key id is neither that of the key pair nor, with a session token, the ref of the project.',
  },
  MissingSecurityHeader: {
    status: 403,
    message: 'Your request is missing a signature.',
    when: 'The request carries neither an Authorization header, nor a signed query, nor a signed form.',
  },
  AuthorizationHeaderMalformed: {
    status: 400,
    message: 'The authorization header you provided is not valid.',
    when: 'The Authorization header is not one of Signature Version 4, or its date and scope disagree.',
  },
  AuthorizationQueryParametersError: {
    status: 400,
    message: 'The query parameters of the signature are not valid.',
    when: 'A presigned URL lacks a part, or is valid for longer than seven days.',
  },
  ExpiredSignature: {
    status: 403,
    message: 'Request has expired',
    when: 'A presigned URL or the policy of a form is past its time.',
  },
  RequestTimeTooSkewed: {
    status: 403,
    message: 'The difference between the request time and the current time is too large.',
    when: 'The clock of the client is off by more than 15 minutes.',
  },
  HeadersNotSigned: {
    status: 403,
    message: 'There were headers present in the request which were not signed',
    when: 'The request carries an x-amz-* header, or lacks a signed Host header, that the signature does not cover.',
  },
  InvalidToken: {
    status: 400,
    message: 'The provided token is malformed or otherwise invalid.',
    when: 'The session token is not a token of this project.',
  },
  ExpiredToken: {
    status: 400,
    message: 'The provided token has expired.',
    when: 'The session token is past its time.',
  },
  InvalidPolicyDocument: {
    status: 400,
    message:
      'The content of the form does not meet the conditions specified in the policy document.',
    when: 'The policy of a form cannot be read.',
  },
  PolicyConditionFailed: {
    status: 403,
    message: 'Invalid according to Policy: Policy Condition failed',
    when: 'A form holds a field that its policy does not allow.',
  },
  XAmzContentSHA256Mismatch: {
    status: 400,
    message: "The provided 'x-amz-content-sha256' header does not match what was computed.",
    when: 'The body is not the one that was signed.',
  },
  BadDigest: {
    status: 400,
    message:
      'The Content-MD5 or checksum value that you specified did not match what the server received.',
    when: 'The body does not have the MD5 or checksum that the request names.',
  },
  InvalidDigest: {
    status: 400,
    message: 'The Content-MD5 or checksum value that you specified is not valid.',
    when: 'A Content-MD5 or checksum does not have the length of its kind.',
  },
  InvalidChunk: {
    status: 400,
    message: 'The aws-chunked body is not well-formed.',
    when: 'A chunk, its signature line or a trailer of an aws-chunked body cannot be read.',
  },
  MissingContentLength: {
    status: 411,
    message: 'You must provide the Content-Length HTTP header.',
    when: 'An aws-chunked body comes without x-amz-decoded-content-length.',
  },
  MalformedXML: {
    status: 400,
    message:
      'The XML you provided was not well-formed or did not validate against our published schema',
    when: 'A body is not the XML that the operation takes.',
  },
  InvalidURI: {
    status: 400,
    message: "Couldn't parse the specified URI.",
    when: 'The path or the query is not properly percent-encoded.',
  },
  InvalidArgument: {
    status: 400,
    message: 'Invalid Argument',
    when: 'A parameter or header has a value that the operation does not take.',
  },
  InvalidPart: {
    status: 400,
    message: 'One or more of the specified parts could not be found.',
    when: 'A multipart upload is completed with a part that was not uploaded, or not with this ETag.',
  },
  InvalidPartOrder: {
    status: 400,
    message: 'The list of parts was not in ascending order.',
    when: 'A multipart upload is completed with parts in the wrong order.',
  },
  EntityTooSmall: {
    status: 400,
    message: 'Your proposed upload is smaller than the minimum allowed object size.',
    when: 'A part other than the last one is smaller than 5 MiB.',
  },
  PreconditionFailed: {
    status: 412,
    message: 'At least one of the preconditions you specified did not hold.',
    when: 'If-Match, If-Unmodified-Since or If-None-Match does not hold.',
  },
  MethodNotAllowed: {
    status: 405,
    message: 'The specified method is not allowed against this resource.',
    when: 'There is no operation for this method on buckets, objects or the service.',
  },
  NotImplemented: {
    status: 501,
    message: 'A header or query you provided implies functionality that is not implemented.',
    when: 'The request asks for a part of S3 that Plinth does not have: access lists, versions, encryption keys…',
  },
} as const;

/** A code of the catalogue. */
export type S3ErrorCode = keyof typeof s3Errors;

/** Makes an error of the catalogue. */
export const s3Error: ErrorFactory<typeof s3Errors> = errorFactory(s3Errors);
