import { Readable } from 'node:stream';
import type { RouteReply } from '@plinth/kernel';
import { errorReply } from '../error-reply.ts';
import { logFailure } from '../log-failure.ts';
import type { S3Request } from '../s3-request.ts';

/** How long an answer may take before the client is told to wait, in milliseconds. */
const patience = 10_000;

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/**
 * Answers with what `work` gives. Where that takes long the answer begins with status 200 and a space now and then, as S3
 * does it: otherwise clients and proxies would take the connection for dead. A failure is then an error document in a 200,
 * which S3 clients look for.
 */
export async function patiently(
  { request }: S3Request,
  work: () => Promise<RouteReply>,
): Promise<RouteReply> {
  const done = work();
  const early = await Promise.race([done, wait()]);
  if (early !== undefined) return early;
  const answered = done.catch((error: unknown) => {
    logFailure(error, request);
    return errorReply(error, request.path, request.id);
  });
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: Readable.from(slowly(answered)),
  };
}

async function* slowly(done: Promise<RouteReply>): AsyncIterable<string> {
  yield declaration;
  for (;;) {
    const reply = await Promise.race([done, wait()]);
    if (reply !== undefined) {
      yield String(reply.body).replace(declaration, '');
      return;
    }
    yield ' ';
  }
}

/** Gives nothing after a while. */
function wait(): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), patience).unref();
  });
}
