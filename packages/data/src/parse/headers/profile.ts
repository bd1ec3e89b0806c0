import { dataError } from '../../errors/catalogue.ts';

/** The schema a request is about. */
export interface Profile {
  readonly schema: string;
  /** It was asked for, or there are several: then the response names it. */
  readonly negotiated: boolean;
}

/** Methods whose profile is that of their content. */
const withContent = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** The exposed schema that the profile header names, else the first. Throws PGRST106. */
export function profileOf(
  method: string,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  schemas: readonly string[],
): Profile {
  const header = headers[withContent.has(method) ? 'content-profile' : 'accept-profile'];
  if (typeof header !== 'string') {
    return { schema: schemas[0] ?? 'public', negotiated: schemas.length !== 1 };
  }
  const schema = decodeHeader(header);
  if (schemas.includes(schema)) return { schema, negotiated: true };
  throw dataError('PGRST106', {
    message: `Invalid schema: ${schema}`,
    hint: `Only the following schemas are exposed: ${schemas.join(', ')}`,
  });
}

/** Node reads header bytes as Latin-1; names of schemas are UTF-8. */
function decodeHeader(header: string): string {
  return /^[\x20-\x7e]*$/.test(header) ? header : Buffer.from(header, 'latin1').toString('utf8');
}
