import type { RouteRequest } from '@plinth/kernel';
import { textOf } from '../../../serving/conditional.ts';
import { s3Error } from '../errors.ts';
import { algorithm, emptyHash, type Scope } from './sigv4.ts';

/** What a request says about its own signature; nothing of it has been verified. */
export interface Claimed {
  readonly accessKeyId: string;
  readonly scope: Scope;
  /** When it was signed, e.g. `20260131T235959Z`. */
  readonly date: string;
  /** Names of the signed headers in lower case, sorted. */
  readonly signedHeaders: readonly string[];
  /** Hex. */
  readonly signature: string;
  /** SHA-256 of the body in hex, or one of the words that stand for it. */
  readonly payloadHash: string;
  readonly sessionToken: string | undefined;
  /** Seconds that a presigned URL is valid for; undefined where the signature is in a header. */
  readonly expires: number | undefined;
}

/** Most signed headers. */
const mostHeaders = 100;

type Headers = RouteRequest['headers'];
type Query = readonly (readonly [name: string, value: string])[];

/** A presigned URL is valid for at most seven days, in seconds. */
const longestExpiry = 604_800;

/** The signature of a request, from its Authorization header or its query. Throws AppError. */
export function readSignature(headers: Headers, query: Query): Claimed {
  const authorization = textOf(headers.authorization);
  if (authorization?.startsWith(algorithm) === true) return fromHeader(authorization, headers);
  if (query.some(([name]) => name === 'X-Amz-Signature')) return fromQuery(headers, query);
  throw s3Error('MissingSecurityHeader');
}

function fromHeader(authorization: string, headers: Headers): Claimed {
  const fields = new Map(
    authorization
      .slice(algorithm.length)
      .split(',')
      .map((field) => {
        const at = field.indexOf('=');
        return [field.slice(0, at).trim(), field.slice(at + 1).trim()] as const;
      }),
  );
  const malformed = (): Error => s3Error('AuthorizationHeaderMalformed');
  if (authorization.split(';', mostHeaders + 1).length > mostHeaders) throw malformed();
  const date = dateOf(textOf(headers['x-amz-date']), textOf(headers.date));
  const { accessKeyId, scope } = parseCredential(fields.get('Credential'), malformed);
  const signature = fields.get('Signature') ?? '';
  const signedHeaders = namesOf(fields.get('SignedHeaders'));
  if (signature === '' || date === undefined || scope.date !== date.slice(0, 8)) throw malformed();
  return {
    accessKeyId,
    scope,
    date,
    signedHeaders,
    signature,
    payloadHash: textOf(headers['x-amz-content-sha256']) ?? emptyHash,
    sessionToken: textOf(headers['x-amz-security-token']),
    expires: undefined,
  };
}

function fromQuery(headers: Headers, query: Query): Claimed {
  const malformed = (): Error => s3Error('AuthorizationQueryParametersError');
  const first = (name: string): string | undefined => query.find(([each]) => each === name)?.[1];
  const { accessKeyId, scope } = parseCredential(first('X-Amz-Credential'), malformed);
  const date = first('X-Amz-Date') ?? '';
  const expires = first('X-Amz-Expires') ?? '';
  const signedHeaders = namesOf(first('X-Amz-SignedHeaders'));
  if (signedHeaders.length > mostHeaders) throw malformed();
  if (first('X-Amz-Algorithm') !== algorithm || timeOf(date) === undefined) throw malformed();
  if (scope.date !== date.slice(0, 8) || !/^\d{1,6}$/.test(expires)) throw malformed();
  if (Number(expires) < 1 || Number(expires) > longestExpiry) throw malformed();
  const header = signedHeaders.includes('x-amz-content-sha256')
    ? textOf(headers['x-amz-content-sha256'])
    : undefined;
  return {
    accessKeyId,
    scope,
    date,
    signedHeaders,
    signature: first('X-Amz-Signature') ?? '',
    payloadHash: header ?? first('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD',
    sessionToken: first('X-Amz-Security-Token'),
    expires: Number(expires),
  };
}

/** `<access key id>/<date>/<region>/s3/aws4_request`. Throws what `malformed` gives. */
export function parseCredential(
  text: string | undefined,
  malformed: () => Error,
): { readonly accessKeyId: string; readonly scope: Scope } {
  const parts = text?.split('/') ?? [];
  const [accessKeyId, date, region, service, end] = parts;
  const complete = parts.length === 5 && accessKeyId !== '' && end === 'aws4_request';
  if (!complete || accessKeyId === undefined || date === undefined || region === undefined) {
    throw malformed();
  }
  if (!/^\d{8}$/.test(date) || service !== 's3') throw malformed();
  return { accessKeyId, scope: { date, region, service } };
}

/** Milliseconds since 1970 of `20260131T235959Z`; undefined for anything else. */
export function timeOf(date: string): number | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? undefined : time;
}

/** The date of a request in the form of signatures; clients may send an HTTP date instead. */
function dateOf(amz: string | undefined, http: string | undefined): string | undefined {
  if (amz !== undefined) return timeOf(amz) === undefined ? undefined : amz;
  const time = Date.parse(http ?? '');
  if (Number.isNaN(time)) return undefined;
  return new Date(time).toISOString().replace(/[:-]|\.\d{3}/g, '');
}

function namesOf(list: string | undefined): string[] {
  return (list ?? '')
    .toLowerCase()
    .split(';')
    .filter((name) => name !== '')
    .sort();
}
