import type { Readable } from 'node:stream';
import type { RouteReply, RouteRequest } from '@plinth/kernel';
import { accessOf } from '../../access/access.ts';
import { storageError } from '../../errors.ts';
import { drain, incoming } from '../../input/incoming.ts';
import type { StorageService } from '../../service.ts';
import { textOf } from '../../serving/conditional.ts';
import { verifiedBody } from './body/verified-body.ts';
import { errorReply } from './error-reply.ts';
import { findCommand } from './find-command.ts';
import { postForm } from './form/post-form.ts';
import { logFailure } from './log-failure.ts';
import { parseRequest, type S3Request } from './s3-request.ts';
import { authenticate } from './signature/authenticate.ts';

/** Answers a request of the S3 protocol, its failures included. */
export async function handleRequest(
  storage: StorageService,
  request: RouteRequest,
): Promise<RouteReply> {
  const body = request.body as Readable | undefined;
  try {
    const reply = await answer(storage, request, body);
    return { ...reply, headers: { 'x-amz-request-id': request.id, ...reply.headers } };
  } catch (error) {
    logFailure(error, request);
    const resource = request.path.replace(/^\/s3/, '') || '/';
    const reply = errorReply(error, resource, request.id);
    const isDrained = await drain(body);
    return {
      ...reply,
      headers: {
        'x-amz-request-id': request.id,
        ...reply.headers,
        ...(!isDrained && { connection: 'close' }),
      },
      ...(request.method === 'HEAD' && { body: null }),
    };
  }
}

async function answer(
  storage: StorageService,
  request: RouteRequest,
  body: Readable | undefined,
): Promise<RouteReply> {
  if (!storage.s3.enabled) throw storageError('NotFound');
  const s3 = parseRequest(request);
  const raw = incoming(body, storage.limits.idle);
  if (isForm(s3)) return postForm(storage, s3, raw);
  const { caller, payloadHash, chunks } = await authenticate(storage, s3);
  const command = findCommand(s3);
  return command.run({
    storage,
    access: accessOf(request, command.operation, caller),
    s3,
    bucket: s3.bucket ?? '',
    key: s3.key ?? '',
    body: verifiedBody(raw, request.headers, payloadHash, chunks),
    owner: caller.userId,
  });
}

/** A form of a browser is signed in its fields, not in its headers. */
function isForm({ request, bucket, key }: S3Request): boolean {
  const type = textOf(request.headers['content-type']) ?? '';
  const isOfBucket = bucket !== undefined && key === undefined;
  return request.method === 'POST' && isOfBucket && type.startsWith('multipart/form-data');
}
