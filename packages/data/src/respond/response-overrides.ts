import { dataError } from '../errors/catalogue.ts';
import { sentHeaders } from './sent-headers.ts';

/** Headers of a response by their names in lower case; several values for one that repeats. */
export type ResponseHeaders = Record<string, string | string[]>;

/**
 * Headers that SQL has set as `response.headers`: a JSON array of objects with one member each. Throws
 * PGRST111 on anything else.
 */
export function overriddenHeaders(setting: string | null | undefined): ResponseHeaders {
  if (setting === null || setting === undefined) return {};
  const headers: ResponseHeaders = {};
  for (const [name, value] of parseHeaders(setting)) {
    const known = headers[name];
    headers[name] = known === undefined ? value : [known, value].flat();
  }
  return headers;
}

function parseHeaders(setting: string): readonly (readonly [string, string])[] {
  const list = parseJson(setting);
  if (!Array.isArray(list)) throw dataError('PGRST111');
  const entries = list.map((item: unknown): readonly [string, unknown] => {
    const members = typeof item === 'object' && item !== null ? Object.entries(item) : [];
    const [entry] = members;
    if (members.length !== 1 || entry === undefined) throw dataError('PGRST111');
    return entry;
  });
  const headers = sentHeaders(entries);
  if (headers === undefined) throw dataError('PGRST111');
  return headers;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw dataError('PGRST111');
  }
}

/** The status that SQL has set as `response.status`. Throws PGRST112 where it is none. */
export function overriddenStatus(setting: string | null | undefined): number | undefined {
  if (setting === null || setting === undefined) return undefined;
  const status = Number.parseInt(/^\d+/.exec(setting)?.[0] ?? '', 10);
  if (!(status >= 200 && status <= 599)) throw dataError('PGRST112');
  return status;
}
