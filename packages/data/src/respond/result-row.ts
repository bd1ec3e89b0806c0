import type { StatementResult } from '@plinth/postgres';
import type { Prepared } from '../run/prepared.ts';
import { resultColumn } from '../sql/statement.ts';

/** Oid of the type bytea. */
const byteaType = 17;

/** The row that a main statement gives, in JavaScript's types. */
export interface ResultRow {
  readonly count: number;
  readonly body: string | Buffer;
  readonly headers: string | null;
  readonly status: string | null;
  readonly total: number | undefined;
  readonly inserted: number | undefined;
  readonly location: string | undefined;
}

/** Reads the only row of a main statement. */
export function resultRow({ rows, fields }: StatementResult, prepared: Prepared): ResultRow {
  const row = rows[0] ?? [];
  const text = row[resultColumn.body] ?? '';
  // A text whose type has no charset goes out as bytes: the listener would add one.
  const hasCharset = !['bytes', 'other'].includes(prepared.type.kind);
  const isBytes = prepared.mayBeBytes && fields?.[resultColumn.body]?.dataTypeID === byteaType;
  return {
    count: Number(row[resultColumn.count] ?? 0),
    body: isBytes
      ? Buffer.from(text.slice('\\x'.length), 'hex')
      : hasCharset
        ? text
        : Buffer.from(text),
    headers: row[resultColumn.headers] ?? null,
    status: row[resultColumn.status] ?? null,
    total: numberOrNone(row[resultColumn.total]),
    inserted: numberOrNone(row[resultColumn.inserted]),
    location: row[resultColumn.location] ?? undefined,
  };
}

function numberOrNone(text: string | null | undefined): number | undefined {
  return text === null || text === undefined ? undefined : Number(text);
}
