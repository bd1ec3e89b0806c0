import { dataError } from '../../errors/catalogue.ts';

/** PGRST102: a body is malformed, or too much. */
export function invalidBody(message: string): Error {
  return dataError('PGRST102', { message });
}
