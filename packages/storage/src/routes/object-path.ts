import type { RouteRequest } from '@plinth/kernel';

/** Bucket and key of a path `…/:bucket/*`, decoded. */
export function objectPath(request: RouteRequest): {
  readonly bucket: string;
  readonly key: string;
} {
  const { bucket = '', '*': key = '' } = request.params as Readonly<Record<string, string>>;
  return { bucket, key };
}

/** One query parameter; the first where it is given several times. */
export function queryText(request: RouteRequest, name: string): string | undefined {
  const value = (request.query as Readonly<Record<string, string | readonly string[]>>)[name];
  return typeof value === 'string' ? value : value?.[0];
}
