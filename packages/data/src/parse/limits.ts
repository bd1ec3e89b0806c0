import { dataError } from '../errors/catalogue.ts';

/** Bounds on what a request may ask for, so that no input makes the server or Postgres run out. */
export const limits = {
  /** Embeds inside embeds. */
  embedDepth: 16,
  /** Embeds of a request altogether: Postgres takes seconds to plan twice as many inner joins. */
  embeds: 64,
  /** Columns of one level of `select`; Postgres cannot have more than 1664 in a result. */
  columns: 1_600,
  /** Steps of one path into JSON. */
  jsonPath: 128,
  /** Groups inside groups of `and` and `or`. */
  logicDepth: 64,
  /** Filters of a request, those inside groups included. */
  filters: 10_000,
  /** Parameters of a query or a form. */
  parameters: 10_000,
  /** Objects of a JSON body, lines of a CSV body. */
  objects: 1_000_000,
  /** Arrays and objects inside each other in a JSON body or value. */
  jsonDepth: 512,
  /** Parentheses inside each other in a full-text query. */
  searchDepth: 512,
} as const;

/** PGRST100: a part of the query, which `what` names, is beyond a bound. */
export function tooMuch(what: string, bound: string): Error {
  return dataError('PGRST100', {
    message: `The ${what} asks for too much`,
    details: `At most ${bound}.`,
  });
}
