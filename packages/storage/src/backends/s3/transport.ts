import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request } from 'node:http';
import { Agent as HttpsAgent, request as secureRequest } from 'node:https';
import { S3Failure } from './s3-failure.ts';

/** A signed request. */
export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  /** As signed: encoded just so. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Written one after another. */
  readonly body: readonly Uint8Array[];
}

/** Most connections to the object store at a time. */
const mostSockets = 64;

/** How long the store may be silent before an answer begins, in milliseconds. Copies of large objects take a while. */
const longestSilence = 120_000;

/** How long the body of an answer may pause, in milliseconds. */
const longestPause = 30_000;

/** Sends requests over kept-alive connections. */
export class Transport {
  readonly #plain = new HttpAgent({ keepAlive: true, maxSockets: mostSockets });
  readonly #secure = new HttpsAgent({ keepAlive: true, maxSockets: mostSockets });

  /** The answer, its body still to be read or destroyed. Throws S3Failure where there is none. */
  send({ method, url, path, headers, body }: HttpRequest): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const isSecure = url.protocol === 'https:';
      const { hostname, port } = url;
      const options = { method, hostname, port, path, headers };
      const sending: ClientRequest = isSecure
        ? secureRequest({ ...options, agent: this.#secure })
        : request({ ...options, agent: this.#plain });
      sending.setTimeout(longestSilence, () => sending.destroy(new Error('no answer in time')));
      sending.on('error', (cause) => reject(unreachable(cause)));
      sending.once('response', (answer) => {
        // From here on its reader watches over it: a reader that takes its time is no silence.
        sending.setTimeout(0);
        // Who reads the answer learns of it by reading; who drops it does not care.
        answer.on('error', () => {});
        resolve(answer);
      });
      for (const piece of body) sending.write(piece);
      sending.end();
    });
  }

  close(): void {
    this.#plain.destroy();
    this.#secure.destroy();
  }
}

/** The body of an answer as it arrives. Throws S3Failure where it breaks off or pauses for too long. */
export async function* bodyOf(answer: IncomingMessage): AsyncIterable<Uint8Array> {
  let timer: NodeJS.Timeout | undefined;
  const watch = (): void => {
    timer = setTimeout(() => answer.destroy(new Error('the answer paused')), longestPause);
  };
  watch();
  try {
    for await (const chunk of answer) {
      clearTimeout(timer);
      yield chunk as Uint8Array;
      watch();
    }
    if (!answer.complete) throw new Error('the answer broke off');
  } catch (cause) {
    throw unreachable(cause);
  } finally {
    clearTimeout(timer);
    answer.destroy();
  }
}

function unreachable(cause: unknown): S3Failure {
  if (cause instanceof S3Failure) return cause;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new S3Failure(`the object store cannot be reached: ${why}`, 0, '', { cause });
}
