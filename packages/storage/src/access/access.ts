import { type Caller, callerFromClaims, type RouteRequest } from '@plinth/kernel';
import type { RequestSettings, Setting } from '@plinth/postgres';
import type { Operation } from './operations.ts';

/** One call of one caller: what every permission check and every statement needs to know. */
export interface Access {
  readonly caller: Caller;
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly headers: RouteRequest['headers'];
  readonly requestId: string;
  /** Aborts when the client goes away; reads are then given up, writes are not. */
  readonly signal: AbortSignal;
}

/** The access of a request. `caller` replaces the resolved one: the redeemer of a signed URL, an S3 key pair. */
export function accessOf(
  request: RouteRequest,
  operation: Operation,
  caller: Caller = request.caller,
): Access {
  const { method, path, headers, id, signal } = request;
  return { caller, operation, method, path, headers, requestId: id, signal };
}

/** Who does what the caller has been allowed to: policies do not apply, triggers of the application do. */
const service = callerFromClaims('secret', {}, 'service_role');

/** The same call with the rights of the service. */
export function asService(access: Access): Access {
  return { ...access, caller: service };
}

/** True where policies do not apply. */
export function isService(access: Access): boolean {
  return access.caller.role === 'service_role';
}

/** Longest run of one statement, in milliseconds. */
const statementTimeout = '30000';

/** Headers that no policy may read: they would end up in logs of slow statements. */
const secretHeaders: readonly string[] = ['cookie'];

const settingsByAccess = new WeakMap<Access, RequestSettings>();

/** Role and settings of the transaction, as upstream sets them. */
export function requestSettings(access: Access): RequestSettings {
  const known = settingsByAccess.get(access);
  if (known !== undefined) return known;
  const { caller, operation, method, path } = access;
  const settings: readonly Setting[] = [
    ['search_path', 'storage, public, extensions'],
    ['statement_timeout', statementTimeout],
    ['request.jwt.claim.role', caller.role],
    ['request.jwt.claim.sub', caller.userId ?? ''],
    ['request.jwt.claims', caller.claimsJson],
    ['request.jwt', bearerOf(access)],
    ['request.headers', headersJson(access)],
    ['request.method', method],
    ['request.path', path],
    ['storage.operation', operation],
    ['storage.allow_delete_query', 'true'],
  ];
  const made: RequestSettings = { role: caller.role, settings };
  settingsByAccess.set(access, made);
  return made;
}

function bearerOf({ headers, caller }: Access): string {
  if (caller.kind !== 'user') return '';
  const header = headers.authorization;
  return typeof header === 'string' ? header.replace(/^bearer +/i, '') : '';
}

function headersJson({ headers }: Access): string {
  const shown = Object.entries(headers).filter(([name]) => !secretHeaders.includes(name));
  return JSON.stringify(Object.fromEntries(shown));
}
