import type { ReadProblem } from '../thread/messages.ts';

/** What an ErrorResponse says: SQLSTATE and message. */
export function readServerError(body: Buffer): ReadProblem {
  const fields = new Map<string, string>();
  for (const field of body.toString('utf8').split('\0'))
    fields.set(field.charAt(0), field.slice(1));
  return { code: fields.get('C'), message: fields.get('M') ?? 'Postgres ended the stream' };
}

/** A failure of any kind as a problem that can cross between threads. */
export function toProblem(error: unknown): ReadProblem {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return {
    code: typeof code === 'string' ? code : undefined,
    message: typeof message === 'string' && message !== '' ? message : String(error),
  };
}
