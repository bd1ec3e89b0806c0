import type { RouteRequest } from '@plinth/kernel';
import { textOf } from '../../serving/conditional.ts';
import { s3Error } from './errors.ts';
import type { S3Request } from './s3-request.ts';

type Headers = RouteRequest['headers'];

/** The conditions of a request on one object. */
interface Conditions {
  readonly match: string | undefined;
  readonly noneMatch: string | undefined;
  /** HTTP date. */
  readonly modifiedSince: string | undefined;
  /** HTTP date. */
  readonly unmodifiedSince: string | undefined;
}

/** What conditions are compared with; the time in milliseconds since 1970. */
export interface Validators {
  readonly etag: string | undefined;
  readonly lastModified: number | undefined;
}

/** How conditions turn out: go on, the client has it already, or they do not hold. */
export type Outcome = 'holds' | 'not modified' | 'failed';

/** The conditions of a read. */
export function checkRead(headers: Headers, validators: Validators): Outcome {
  return evaluate(conditionsOf(headers, ''), validators);
}

/** The conditions on the source of a copy. Throws `PreconditionFailed`. */
export function checkCopySource(headers: Headers, validators: Validators): void {
  const outcome = evaluate(conditionsOf(headers, 'x-amz-copy-source-'), validators);
  if (outcome !== 'holds') throw s3Error('PreconditionFailed');
}

/** Whether a write may replace an object: not with `If-None-Match: *`. Throws `NotImplemented` for other conditions. */
export function mayReplace({ request: { headers } }: S3Request): boolean {
  const noneMatch = textOf(headers['if-none-match']);
  if (textOf(headers['if-match']) !== undefined || (noneMatch !== undefined && noneMatch !== '*')) {
    throw s3Error('NotImplemented', {
      message: 'Writes take no condition but If-None-Match: *.',
    });
  }
  return noneMatch === undefined;
}

function conditionsOf(headers: Headers, prefix: string): Conditions {
  const of = (name: string): string | undefined => textOf(headers[`${prefix}${name}`]);
  return {
    match: of('if-match'),
    noneMatch: of('if-none-match'),
    modifiedSince: of('if-modified-since'),
    unmodifiedSince: of('if-unmodified-since'),
  };
}

function evaluate(conditions: Conditions, { etag, lastModified }: Validators): Outcome {
  const { match, noneMatch, modifiedSince, unmodifiedSince } = conditions;
  const seconds = Math.floor((lastModified ?? 0) / 1000) * 1000;
  if (match !== undefined) {
    if (!matches(match, etag)) return 'failed';
  } else if (unmodifiedSince !== undefined && seconds > Date.parse(unmodifiedSince)) {
    return 'failed';
  }
  if (noneMatch !== undefined) return matches(noneMatch, etag) ? 'not modified' : 'holds';
  const isOld = modifiedSince !== undefined && seconds <= Date.parse(modifiedSince);
  return isOld ? 'not modified' : 'holds';
}

function matches(list: string, etag: string | undefined): boolean {
  const bare = (tag: string): string => tag.trim().replace(/^W\//, '').replace(/^"|"$/g, '');
  return list.trim() === '*' || list.split(',').some((tag) => bare(tag) === bare(etag ?? ''));
}
