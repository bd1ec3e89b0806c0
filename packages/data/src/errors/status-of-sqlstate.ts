/** What besides the SQLSTATE decides about the HTTP status. */
export interface SqlFailure {
  readonly code: string;
  readonly message: string;
  /** The caller has no token: lacking a privilege then means that one is needed. */
  readonly isAnonymous: boolean;
}

const exact: Readonly<Record<string, number>> = {
  '21000': 500,
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  // More columns, array dimensions or arguments than there can be: the request asked for them.
  '54000': 400,
  '54011': 400,
  '54023': 400,
  '57P01': 503,
  P0001: 400,
};

/** By the class of the SQLSTATE, its first two characters. */
const byClass: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/** Mistakes of a request whose SQLSTATE is that of failures of the server. */
const mistakes: readonly RegExp[] = [
  // pg-safeupdate refuses what the caller has forgotten.
  /^(UPDATE|DELETE) requires a WHERE clause$/,
  // The same row twice in the body of an upsert.
  /^ON CONFLICT DO UPDATE command cannot affect row a second time$/,
  /^cannot (insert into|update|delete from|merge into) view "/,
  // Too many `!` or `-` behind each other in a search query.
  /^tsquery stack too small$/,
  // A text that PostGIS cannot read.
  /^parse error - invalid geometry$/,
];

/** The HTTP status that PostgREST gives a failure of Postgres. */
export function statusOfSqlState(failure: SqlFailure): number {
  const { code, message, isAnonymous } = failure;
  if (code === '42501') return isAnonymous ? 401 : 403;
  // The role of a token that nobody has made.
  if (code === '22023' && message.startsWith('role') && message.endsWith('does not exist')) {
    return 401;
  }
  // A relation whose columns XML cannot take.
  if (code === '42883' && message.startsWith('function xmlagg(')) return 406;
  if (code.startsWith('PT')) return chosenStatus(code);
  if (mistakes.some((pattern) => pattern.test(message))) return 400;
  return exact[code] ?? byClass[code.slice(0, 2)] ?? 400;
}

/** `RAISE SQLSTATE 'PT402'` chooses the status itself. */
function chosenStatus(code: string): number {
  const status = Number(code.slice(2));
  return Number.isInteger(status) && status >= 200 && status <= 599 ? status : 500;
}
