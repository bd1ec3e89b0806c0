import type { RouteRequest } from '@plinth/kernel';
import { textOf } from '../../serving/conditional.ts';

/** Bytes of a request's body; undefined where it comes in pieces of unknown number. */
export function contentLengthOf({ headers }: RouteRequest): number | undefined {
  const text = textOf(headers['content-length']);
  return text === undefined ? undefined : Number(text);
}
