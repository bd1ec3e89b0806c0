import type { RouteReply } from '@plinth/kernel';
import { encode } from '../parse/query/canonical-query.ts';
import type { PreparedWrite } from '../run/prepared.ts';
import type { RequestContext } from '../run/request-context.ts';
import { contentRange } from './content-range.ts';
import { bodyHeaders, type Draft, reply } from './reply.ts';
import type { ResponseHeaders } from './response-overrides.ts';
import type { ResultRow } from './result-row.ts';

/** The answer to a write. */
export function writeReply(
  context: RequestContext,
  table: string,
  prepared: PreparedWrite,
  row: ResultRow,
): RouteReply {
  const { preferences } = context;
  const givesBack = preferences.return === 'representation';
  const headers: ResponseHeaders = { ...rangeHeaders(context, prepared, row) };
  if (row.location !== undefined && row.count === 1) {
    headers.location = locationOf(table, row.location);
  }
  if (givesBack) Object.assign(headers, bodyHeaders(context, prepared.type));
  const status = statusOf(context, prepared, row);
  const body = givesBack ? row.body : undefined;
  const draft: Draft = { status, headers, body };
  return reply(context, draft, prepared, row);
}

function statusOf(
  { preferences }: RequestContext,
  { kind }: PreparedWrite,
  row: ResultRow,
): number {
  const givesBack = preferences.return === 'representation';
  const inserted = row.inserted ?? 0;
  switch (kind) {
    case 'insert':
      // An upsert that only found rows to update has created nothing.
      return preferences.resolution === 'merge-duplicates' && inserted <= 0 ? 200 : 201;
    case 'put':
      if (!givesBack) return 204;
      return inserted > 0 ? 201 : 200;
    default:
      return givesBack ? 200 : 204;
  }
}

function rangeHeaders(
  { preferences }: RequestContext,
  { kind }: PreparedWrite,
  row: ResultRow,
): ResponseHeaders {
  if (kind === 'put') return {};
  const total =
    preferences.count === 'exact' || preferences.count === 'estimated' ? row.count : undefined;
  // Only an update has rows at positions; those inserted and deleted are merely counted.
  const count = kind === 'update' ? row.count : 0;
  return { 'content-range': contentRange({ offset: 0, count, total }) };
}

/** `/table?id=eq.1`: the URL of the row that was inserted. */
function locationOf(table: string, key: string): string {
  const values = JSON.parse(key) as Record<string, string | null>;
  const filters = Object.entries(values).map(
    ([column, value]) => `${encode(column)}=${value === null ? 'is.null' : `eq.${encode(value)}`}`,
  );
  return `/${encode(table)}?${filters.join('&')}`;
}
