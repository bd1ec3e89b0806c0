import type { RouteRequest } from '@plinth/kernel';
import { textOf } from '../../serving/conditional.ts';
import { s3Error } from './errors.ts';
import { parseQuery } from './signature/encoding.ts';

/** A request with its target and parameters decoded. */
export interface S3Request {
  readonly request: RouteRequest;
  /** Undefined where the request is for the service as a whole. */
  readonly bucket: string | undefined;
  /** Undefined where the request is for a bucket. */
  readonly key: string | undefined;
  readonly query: readonly (readonly [name: string, value: string])[];
}

/** Most parameters of a URL: a signature is tried in several spellings, each of which sorts them all. */
const mostParameters = 100;

/** Decodes what a request is for. Throws `InvalidURI`. */
export function parseRequest(request: RouteRequest): S3Request {
  if (request.rawQuery.split('&', mostParameters + 1).length > mostParameters) {
    throw s3Error('InvalidURI');
  }
  try {
    const path = request.path.replace(/^\/s3\/?/, '');
    const at = path.indexOf('/');
    const bucket = decodeURIComponent(at < 0 ? path : path.slice(0, at));
    const key = at < 0 ? '' : decodeURIComponent(path.slice(at + 1));
    return {
      request,
      bucket: bucket === '' ? undefined : bucket,
      key: key === '' ? undefined : key,
      query: parseQuery(request.rawQuery),
    };
  } catch (cause) {
    throw s3Error('InvalidURI', { cause });
  }
}

/** The first value of a parameter; undefined where the URL does not have it. */
export function parameter({ query }: S3Request, name: string): string | undefined {
  return query.find(([each]) => each === name)?.[1];
}

/** The first value of a header; undefined where it is absent or empty. */
export function header({ request }: S3Request, name: string): string | undefined {
  return textOf(request.headers[name]) || undefined;
}

/** A whole number of a parameter within bounds. Throws `InvalidArgument`. */
export function numberParameter(
  request: S3Request,
  name: string,
  bounds: { readonly least: number; readonly most: number },
): number | undefined {
  const text = parameter(request, name);
  if (text === undefined || text === '') return undefined;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= bounds.least && value <= bounds.most) return value;
  throw s3Error('InvalidArgument', {
    message: `${name} must be between ${bounds.least} and ${bounds.most}`,
  });
}
