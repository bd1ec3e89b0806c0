import { AppError } from '@plinth/kernel';
import { sentHeaders } from '../respond/sent-headers.ts';
import { dataError } from './catalogue.ts';

/**
 * The response that SQL has laid down with `RAISE SQLSTATE 'PGRST' USING MESSAGE = …, DETAIL = …`, both
 * JSON. PGRST121 where they are not what they must be.
 */
export function raisedResponse(message: string, detail: string | undefined): AppError {
  const body = parseBody(message);
  if (body === undefined) {
    return malformed(
      `Invalid JSON value for MESSAGE: '${message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  }
  const hint =
    "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";
  if (detail === undefined) return malformed('DETAIL is missing in the RAISE statement', hint);
  const head = parseHead(detail);
  if (head === undefined) return malformed(`Invalid JSON value for DETAIL: '${detail}'`, hint);
  return new AppError(body.code, head.status, body.message, { ...body, headers: head.headers });
}

interface RaisedBody {
  readonly code: string;
  readonly message: string;
  readonly details: string | null;
  readonly hint: string | null;
}

function parseBody(text: string): RaisedBody | undefined {
  const { code, message, details = null, hint = null } = parseObject(text) ?? {};
  if (typeof code !== 'string' || typeof message !== 'string') return undefined;
  if (!isTextOrNull(details) || !isTextOrNull(hint)) return undefined;
  return { code, message, details, hint };
}

interface RaisedHead {
  readonly status: number;
  readonly headers: Record<string, string>;
}

function parseHead(text: string): RaisedHead | undefined {
  const { status, headers, status_text: reason = null } = parseObject(text) ?? {};
  if (typeof status !== 'number' || !Number.isInteger(status)) return undefined;
  if (status < 200 || status > 599 || !isTextOrNull(reason)) return undefined;
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return undefined;
  const sent = sentHeaders(Object.entries(headers));
  return sent && { status, headers: Object.fromEntries(sent) };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function malformed(details: string, hint: string): AppError {
  return dataError('PGRST121', { details, hint });
}
