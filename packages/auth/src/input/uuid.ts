import { authError } from '../errors.ts';

const format = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The id that upstream gives to actors and instances there are none of. */
export const nilUuid = '00000000-0000-0000-0000-000000000000';

/** The UUID in lower case; undefined for anything else. */
export function parseUuid(text: string): string | undefined {
  const lower = text.toLowerCase();
  return format.test(lower) ? lower : undefined;
}

/** The UUID of a path parameter; upstream answers 404 for anything else. */
export function uuidParameter(value: string | undefined, name: string): string {
  const uuid = parseUuid(value ?? '');
  if (uuid !== undefined) return uuid;
  throw authError('validation_failed', { status: 404, message: `${name} must be an UUID` });
}
