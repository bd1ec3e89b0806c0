import type { RouteReply } from '@plinth/kernel';
import { contentType, type MediaType } from '../parse/headers/media-type.ts';
import type { Prepared } from '../run/prepared.ts';
import type { RequestContext } from '../run/request-context.ts';
import { overriddenHeaders, overriddenStatus, type ResponseHeaders } from './response-overrides.ts';
import type { ResultRow } from './result-row.ts';
import { headerText } from './sent-headers.ts';

/** What a request answers before SQL has its say about status and headers. */
export interface Draft {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** Absent where there is no body at all; HEAD has a type without one. */
  readonly body: string | Buffer | undefined;
}

/** The finished answer: what SQL has set wins over what the draft says. */
export function reply(
  context: RequestContext,
  draft: Draft,
  prepared: Prepared,
  row: Pick<ResultRow, 'headers' | 'status'>,
): RouteReply {
  const headers: ResponseHeaders = { vary: 'Accept, Prefer, Range', ...draft.headers };
  if (prepared.preferenceApplied !== undefined) {
    headers['preference-applied'] = prepared.preferenceApplied;
  }
  if (prepared.warning !== undefined) headers.warning = prepared.warning;
  addCommonHeaders(context, headers);
  if (row.headers !== null) Object.assign(headers, overriddenHeaders(row.headers));
  return {
    status: overriddenStatus(row.status) ?? draft.status,
    headers,
    ...(draft.body !== undefined && { body: draft.body }),
  };
}

/** Headers of every answer that is no failure. */
export function addCommonHeaders(
  { snapshot, request, stopwatch }: RequestContext,
  headers: ResponseHeaders,
): void {
  const { traceHeader } = snapshot.settings;
  if (traceHeader !== undefined) {
    const value = request.headers[traceHeader];
    headers[traceHeader] = typeof value === 'string' ? value : '';
  }
  const timing = stopwatch.header();
  if (timing !== undefined) headers['server-timing'] = timing;
}

/** The headers that describe a body. */
export function bodyHeaders({ profile }: RequestContext, type: MediaType): ResponseHeaders {
  const headers: ResponseHeaders = { 'content-type': contentType(type) };
  if (profile.negotiated) headers['content-profile'] = headerText(profile.schema);
  return headers;
}
