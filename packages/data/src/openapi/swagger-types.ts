/** A JSON object of the description; members that are undefined are left out. */
export type Swagger = { readonly [member: string]: unknown };

const types: Readonly<Record<string, string | undefined>> = {
  boolean: 'boolean',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  numeric: 'number',
  real: 'number',
  'double precision': 'number',
  json: undefined,
  jsonb: undefined,
};

const formats: Readonly<Record<string, string>> = {
  smallint: 'int32',
  integer: 'int32',
  bigint: 'int64',
};

/** The JSON type of a Postgres type; undefined for JSON, which can be anything. */
export function swaggerType(type: string): string | undefined {
  if (Object.hasOwn(types, type)) return types[type];
  return type.endsWith('[]') ? 'array' : 'string';
}

/** The format: the Postgres type itself where Swagger has no word for it. */
export function swaggerFormat(type: string): string {
  return Object.hasOwn(formats, type) ? (formats[type] ?? type) : type;
}

/** Type of the elements of an array type. */
export function elementType(type: string): string {
  return type.slice(0, -'[]'.length);
}

/** What an array holds; undefined for all else. */
export function swaggerItems(type: string): Swagger | undefined {
  return swaggerType(type) === 'array' ? { type: swaggerType(elementType(type)) } : undefined;
}

/** The default of a column as JSON; undefined where it is an expression. */
export function swaggerDefault(type: string, expression: string | null): unknown {
  if (expression === null) return undefined;
  const text = swaggerType(type) === 'string' ? quoted(type, expression) : expression;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `'2020-01-01'::date` is the text between the quotes. */
function quoted(type: string, expression: string): string {
  const cast = `::${type}`;
  if (!expression.endsWith(cast)) return `"${expression}"`;
  return `"${expression.slice(0, -cast.length).replace(/^'+|'+$/g, '')}"`;
}

/** The first line of a comment, and the rest of it. */
export function summaryAndDescription(comment: string | null): {
  summary: string | undefined;
  description: string | undefined;
} {
  if (comment === null) return { summary: undefined, description: undefined };
  const end = comment.indexOf('\n');
  if (end < 0) return { summary: comment, description: undefined };
  const rest = comment.slice(end).replace(/^\n+/, '');
  return { summary: comment.slice(0, end), description: rest === '' ? undefined : rest };
}
