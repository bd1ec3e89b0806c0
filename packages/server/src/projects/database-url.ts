import { readFileSync } from 'node:fs';
import type { ConnectionOptions as TlsOptions } from 'node:tls';
import type { ConnectionOptions } from '@plinth/postgres';
import { ServerError } from '../server-error.ts';

/**
 * Reads a `postgres://` URL as libpq would, with its TLS modes: `disable`, `require` (encrypted, the
 * server unchecked), `verify-ca`, `verify-full`. `allow` and `prefer` try no plain connection after a
 * refused encrypted one here: over a network the default is `require`, on this machine `disable`.
 */
export function parseDatabaseUrl(text: string): ConnectionOptions {
  let url: URL;
  try {
    // libpq allows an empty host beside `?host=`; the URL standard does not.
    url = new URL(text.replace(/^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)\//, '$1localhost/'));
  } catch {
    // Without its cause: that would carry the password.
    throw invalid('it is not a URL');
  }
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') {
    throw invalid('it must begin with postgresql://');
  }
  const host =
    url.searchParams.get('host') ?? decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '');
  const database = decodeURIComponent(url.pathname.slice(1)) || 'postgres';
  const password = decodeURIComponent(url.password);
  return {
    host: host === '' ? '127.0.0.1' : host,
    port: Number(url.port || url.searchParams.get('port') || 5432),
    database,
    user: decodeURIComponent(url.username) || 'postgres',
    ...(password !== '' && { password }),
    tls: tlsOf(url, host),
  };
}

const loopback = /^(|localhost|127\.\d+\.\d+\.\d+|::1|\/.*)$/;

function tlsOf(url: URL, host: string): false | TlsOptions {
  const mode = url.searchParams.get('sslmode') ?? (loopback.test(host) ? 'disable' : 'require');
  const ca = certificate(url.searchParams.get('sslrootcert'));
  switch (mode) {
    case 'disable':
      return false;
    case 'allow':
    case 'prefer':
    case 'require':
      return {
        rejectUnauthorized: ca !== undefined,
        ...(ca !== undefined && { ca }),
        checkServerIdentity: () => undefined,
      };
    case 'verify-ca':
      return {
        rejectUnauthorized: true,
        ...(ca !== undefined && { ca }),
        checkServerIdentity: () => undefined,
      };
    case 'verify-full':
      return { rejectUnauthorized: true, servername: host, ...(ca !== undefined && { ca }) };
    default:
      throw invalid(`sslmode "${mode}" is unknown; use disable, require, verify-ca or verify-full`);
  }
}

function certificate(path: string | null): string | undefined {
  if (path === null || path === 'system') return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw invalid(`sslrootcert ${path} cannot be read`, cause);
  }
}

function invalid(why: string, cause?: unknown): ServerError {
  return new ServerError('database_url_invalid', `DATABASE_URL cannot be used: ${why}.`, { cause });
}
