import { AppError, type Caller, callerFromClaims, JwtError } from '@plinth/kernel';
import type { StorageService } from '../../../service.ts';
import { s3Error } from '../errors.ts';
import type { S3Request } from '../s3-request.ts';
import { checkCoverage, checkTime, findSigningKey, hostsOf, pathsOf } from './check-signature.ts';
import { ChunkSignatures } from './chunk-signatures.ts';
import { isSame } from './same.ts';
import { readSignature } from './signed-request.ts';

/** Who signed a request, and what they said about its body. */
export interface Authenticated {
  readonly caller: Caller;
  /** SHA-256 of the body in hex, or one of the words that stand for it. */
  readonly payloadHash: string;
  /** Verifies the chunks of a body that is signed piece by piece. */
  readonly chunks: ChunkSignatures;
}

/** Whoever holds the key pair: the service role. */
const service = callerFromClaims('secret', {}, 'service_role');

/** The caller of a signed request. Throws AppError. */
export async function authenticate(
  storage: StorageService,
  { request, query }: S3Request,
): Promise<Authenticated> {
  const { headers, method, path, baseUrl } = request;
  const claimed = readSignature(headers, query);
  checkTime(claimed, storage.clock.now());
  checkCoverage(claimed, headers);
  const secrets = secretsOf(storage, claimed.accessKeyId, claimed.sessionToken);
  const received = {
    method,
    headers,
    query,
    paths: pathsOf(headers, baseUrl, '/storage/v1', path),
    hosts: hostsOf(headers, baseUrl),
  };
  const key = findSigningKey(claimed, received, secrets);
  const { scope, date, signature, payloadHash } = claimed;
  return {
    caller: await callerBehind(storage, claimed.sessionToken),
    payloadHash,
    chunks: new ChunkSignatures({ key, scope, date, seed: signature }),
  };
}

/** The secrets that an access key id may have signed with. Throws `InvalidAccessKeyId`. */
export function secretsOf(
  { s3 }: StorageService,
  accessKeyId: string,
  sessionToken: string | undefined,
): readonly string[] {
  const { keyPair, sessionKeys } = s3;
  if (sessionToken !== undefined) {
    if (sessionKeys !== undefined && isSame(accessKeyId, sessionKeys.accessKeyId)) {
      return sessionKeys.secrets;
    }
  } else if (isSame(accessKeyId, keyPair.accessKeyId)) {
    return [keyPair.secretAccessKey];
  }
  throw s3Error('InvalidAccessKeyId');
}

/** The service role for the key pair; otherwise whom the session token names. Throws `InvalidToken`, `ExpiredToken`. */
export async function callerBehind(
  { callers }: StorageService,
  sessionToken: string | undefined,
): Promise<Caller> {
  if (sessionToken === undefined) return service;
  try {
    return await callers.resolve({ authorization: `Bearer ${sessionToken}` }, '');
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const expired = error.cause instanceof JwtError && error.cause.failure === 'expired';
    throw s3Error(expired ? 'ExpiredToken' : 'InvalidToken');
  }
}
