import type { RouteRequest } from '@plinth/kernel';
import { textOf } from '../../serving/conditional.ts';
import { tusError } from './errors.ts';

type Headers = RouteRequest['headers'];

/** The version of the protocol that is spoken here. */
export const tusVersion = '1.0.0';

/** Content type of bytes that are appended. */
const appended = 'application/offset+octet-stream';

/** What the headers of the protocol say; each is checked in its form. */
export interface ProtocolHeaders {
  /** Bytes that the server has, as the client believes. */
  readonly offset: number | undefined;
  /** Bytes of the whole upload. */
  readonly length: number | undefined;
  readonly defersLength: boolean;
  readonly metadata: string | undefined;
  /** Whether the body holds bytes of the upload. */
  readonly appends: boolean;
}

/** Reads the headers of a request. Throws `VersionRequired`, `HeaderInvalid`, `ConcatenationUnsupported`. */
export function protocolHeaders(headers: Headers, method: string): ProtocolHeaders {
  const version = textOf(headers['tus-resumable']);
  if (version === undefined) {
    throw tusError('VersionRequired', { headers: { 'tus-version': tusVersion } });
  }
  const contentType = textOf(headers['content-type']);
  const deferred = textOf(headers['upload-defer-length']);
  const wrong = [
    ...(version === tusVersion ? [] : ['tus-resumable']),
    ...(isCount(headers['upload-offset']) ? [] : ['upload-offset']),
    ...(isCount(headers['upload-length']) ? [] : ['upload-length']),
    ...(deferred === undefined || deferred === '1' ? [] : ['upload-defer-length']),
    ...(method !== 'PATCH' || contentType === undefined || contentType === appended
      ? []
      : ['content-type']),
  ];
  if (wrong.length > 0) {
    throw tusError('HeaderInvalid', { message: `Invalid ${wrong.join(' ')}\n` });
  }
  if (headers['upload-concat'] !== undefined) throw tusError('ConcatenationUnsupported');
  return {
    offset: count(headers['upload-offset']),
    length: count(headers['upload-length']),
    defersLength: deferred !== undefined,
    metadata: textOf(headers['upload-metadata']),
    appends: contentType === appended,
  };
}

function count(header: Headers[string]): number | undefined {
  const text = textOf(header);
  return text === undefined ? undefined : Number(text);
}

/** True for a whole number that is written the one way there is, and for an absent one. */
function isCount(header: Headers[string]): boolean {
  const text = textOf(header);
  if (text === undefined) return true;
  const value = Number(text);
  return Number.isSafeInteger(value) && value >= 0 && String(value) === text;
}
