import type { Node, RawStmt } from 'libpg-query';
import { offsetOfPosition } from './position.ts';

export type { Node } from 'libpg-query';

/** A statement as Postgres' own grammar sees it; places in bytes of the text that was parsed. */
export interface ParsedStatement {
  readonly node: Node;
  readonly location: number;
  /** Undefined for the last one: up to the end. */
  readonly length: number | undefined;
}

/** Where and why a text is not SQL. */
export interface NotSql {
  readonly message: string;
  /** In UTF-16 units. */
  readonly offset: number;
}

/** Postgres' grammar (libpg-query, version 18), compiled to WebAssembly. */
export interface Parser {
  /** Gives the error where the text is not SQL. */
  parse(text: string): readonly ParsedStatement[] | NotSql;
}

let loaded: Promise<Parser> | undefined;

/** Loads the parser when it is first needed: 1.7 MB that a start without pending migrations does not pay. */
export function loadParser(): Promise<Parser> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Parser> {
  const { hasSqlDetails, loadModule, parseSync } = await import('libpg-query');
  await loadModule();
  return {
    parse: (text) => {
      // The parser takes an empty text for a mistake, Postgres does not.
      if (text.trim() === '') return [];
      try {
        return (parseSync(text).stmts ?? []).flatMap(parsedStatement);
      } catch (error) {
        if (!hasSqlDetails(error)) throw error;
        const position = (error.sqlDetails?.cursorPosition ?? -1) + 1;
        return { message: error.message, offset: offsetOfPosition(text, position) };
      }
    },
  };
}

function parsedStatement({ stmt, stmt_location, stmt_len }: RawStmt): ParsedStatement[] {
  if (stmt === undefined) return [];
  return [{ node: stmt, location: stmt_location ?? 0, length: stmt_len }];
}
