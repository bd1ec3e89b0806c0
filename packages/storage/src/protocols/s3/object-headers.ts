import type { JsonObject } from '@plinth/kernel';
import type { StoredObject } from '../../objects/stored-object.ts';
import { contentTypeHeaders } from '../../serving/content-type.ts';
import { headerText } from '../../serving/header-text.ts';
import { objectHeaders } from '../../serving/object-headers.ts';
import { s3Error } from './errors.ts';
import { header, parameter, type S3Request } from './s3-request.ts';

const metadataPrefix = 'x-amz-meta-';

/** Headers of an object, and what the URL asks to have instead of them. Throws `InvalidArgument`. */
export function headersOf(object: StoredObject, s3: S3Request): Record<string, string> {
  const cacheControl = headerText(object.metadata?.cacheControl);
  const own = {
    ...objectHeaders(object),
    ...typeHeaders(headerText(object.metadata?.mimetype)),
    ...(cacheControl !== undefined && { 'cache-control': cacheControl }),
    ...metadataHeaders(object.user_metadata),
  };
  return { ...own, ...overrides(s3) };
}

/** An S3 client gets back the type it gave; what a browser could run is in a sandbox, as everywhere. */
function typeHeaders(type = 'application/octet-stream'): Record<string, string> {
  const isHtml = type.toLowerCase().includes('html');
  return { ...contentTypeHeaders(isHtml ? 'application/xhtml+xml' : type), 'content-type': type };
}

function overrides(s3: S3Request): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of [
    'cache-control',
    'content-disposition',
    'content-encoding',
    'content-language',
  ]) {
    const value = override(s3, name);
    if (value !== undefined) found[name] = value;
  }
  const type = override(s3, 'content-type');
  const expires = override(s3, 'expires');
  return {
    ...found,
    ...(type !== undefined && typeHeaders(type)),
    ...(expires !== undefined && { expires: httpDate(expires) }),
  };
}

function override(s3: S3Request, name: string): string | undefined {
  const asked = parameter(s3, `response-${name}`);
  if (asked === undefined) return undefined;
  const value = headerText(asked);
  if (value !== undefined) return value;
  throw s3Error('InvalidArgument', { message: `response-${name} cannot be a header` });
}

function httpDate(text: string): string {
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return new Date(time).toUTCString();
  throw s3Error('InvalidArgument', { message: 'response-expires is not a date' });
}

function metadataHeaders(metadata: JsonObject | null): Record<string, string> {
  const headers: Record<string, string> = {};
  let missing = 0;
  for (const [name, value] of Object.entries(metadata ?? {})) {
    const isName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name);
    const isText = typeof value === 'string' && /^[\t\x20-\x7e]*$/.test(value);
    if (isName && isText) headers[`${metadataPrefix}${name.toLowerCase()}`] = value;
    else missing += 1;
  }
  return missing === 0 ? headers : { ...headers, 'x-amz-missing-meta': String(missing) };
}

/** The metadata that a client attaches: `x-amz-meta-*` of headers or of the fields of a form. */
export function metadataOf(
  fields: Readonly<Record<string, string | readonly string[] | undefined>>,
): JsonObject | undefined {
  const entries = Object.entries(fields)
    .filter(([name]) => name.startsWith(metadataPrefix) && name !== metadataPrefix)
    .map(([name, value]) => [name.slice(metadataPrefix.length), String(value ?? '')] as const)
    .filter(([, value]) => !value.includes('\0'));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Type and caching that an upload asks for. */
export function presentationOf(s3: S3Request): { mimetype: string; cacheControl: string } {
  return {
    mimetype: header(s3, 'content-type') ?? 'application/octet-stream',
    cacheControl: header(s3, 'cache-control') ?? 'no-cache',
  };
}
