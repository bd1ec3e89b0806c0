import { type LexedScript, lexScript, type Piece, skipBlank } from './lex.ts';
import { loadParser, type Parser } from './parser.ts';
import { ByteOffsets } from './position.ts';
import { plainTraits, type StatementTraits, traitsOf } from './traits.ts';

/** One statement of a script. Offsets are UTF-16 units of the script. */
export interface ScriptStatement extends StatementTraits {
  /** From its first word to before its semicolon. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Where what belongs to it begins: the comments before it. */
  readonly from: number;
  /** Behind its semicolon. */
  readonly to: number;
  /** Name of its node in Postgres' grammar (`SelectStmt`); empty where it could not be parsed. */
  readonly kind: string;
}

/** Why a script cannot be cut into statements, or not be run. */
export interface ScriptProblem {
  readonly kind: 'syntax error' | 'psql command' | 'copy data';
  readonly message: string;
  readonly offset: number;
}

export interface Script {
  readonly text: string;
  /** With a syntax error: the whole script as one, so that Postgres itself reports the error. */
  readonly statements: readonly ScriptStatement[];
  readonly problem: ScriptProblem | null;
}

/** Parsed at a time, in UTF-16 units: bounds the memory that a syntax tree takes. */
const chunkSize = 64 * 1024;

/** Lets other work of the process run in between. */
const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Cuts a script into statements with Postgres' own grammar, whatever its functions, quotes and comments
 * hold. Empty statements are left out. Never throws for what the script says: see `problem`.
 */
export async function splitStatements(script: string): Promise<Script> {
  const text = blankPsqlGuards(script);
  const lexed = lexScript(text);
  const refused = unsupported(text, lexed);
  if (refused !== null) return { text, statements: [], problem: refused };
  const parser = await loadParser();
  const statements: ScriptStatement[] = [];
  const { pieces } = lexed;
  for (let index = 0; index < pieces.length; ) {
    const chunk = takeChunk(text, pieces, index);
    const parsed = chunk.opaque ? [opaqueStatement(text, chunk)] : parseChunk(parser, text, chunk);
    if (parsed === null) {
      // Either the cut went through a BEGIN ATOMIC body, or the rest is not SQL: the grammar decides.
      const rest = parseChunk(parser, text, { start: chunk.start, end: text.length });
      if (rest === null) return notSql(parser, text);
      statements.push(...rest);
      break;
    }
    statements.push(...parsed);
    index = chunk.next;
    await breathe();
  }
  return { text, statements: withComments(statements), problem: null };
}

interface Chunk extends Piece {
  /** Index of the first piece behind it. */
  readonly next: number;
  /** One INSERT too long to be worth a syntax tree. */
  readonly opaque: boolean;
}

function takeChunk(text: string, pieces: readonly Piece[], first: number): Chunk {
  const start = pieces[first]?.start ?? text.length;
  let next = first;
  let end = start;
  while (next < pieces.length) {
    const piece = pieces[next];
    if (piece === undefined || (next > first && piece.end - start > chunkSize)) break;
    end = piece.end;
    next += 1;
    if (piece.end - piece.start > chunkSize && startsWithInsert(text, piece)) {
      return { start, end, next, opaque: true };
    }
  }
  return { start, end, next, opaque: false };
}

const insertInto = /insert\s+into\s/iy;

function startsWithInsert(text: string, { start }: Piece): boolean {
  insertInto.lastIndex = skipBlank(text, start);
  return insertInto.test(text);
}

function opaqueStatement(text: string, { start, end }: Piece): ScriptStatement {
  const from = skipBlank(text, start);
  return {
    ...plainTraits,
    text: text.slice(from, end).trimEnd(),
    start: from,
    end,
    from,
    to: end + 1,
    kind: 'InsertStmt',
  };
}

/** The statements of a stretch; null where it is not SQL by itself. */
function parseChunk(parser: Parser, text: string, { start, end }: Piece): ScriptStatement[] | null {
  const part = text.slice(start, end);
  const parsed = parser.parse(part);
  if ('message' in parsed) return null;
  const bytes = new ByteOffsets(part);
  return parsed.map(({ node, location, length }) => {
    const first = skipBlank(part, bytes.toOffset(location));
    const semicolon = length === undefined ? part.length : bytes.toOffset(location + length);
    const statement = part.slice(first, semicolon).trimEnd();
    return {
      ...traitsOf(node),
      text: statement,
      start: start + first,
      end: start + first + statement.length,
      from: start + first,
      to: start + semicolon + 1,
      kind: Object.keys(node)[0] ?? '',
    };
  });
}

function notSql(parser: Parser, text: string): Script {
  const parsed = parser.parse(text);
  const error = 'message' in parsed ? parsed : { message: 'syntax error', offset: 0 };
  const whole: ScriptStatement = {
    ...plainTraits,
    text,
    start: 0,
    end: text.length,
    from: 0,
    to: text.length,
    kind: '',
  };
  return { text, statements: [whole], problem: { kind: 'syntax error', ...error } };
}

/** Lets each statement begin with the comments that stand before it. */
function withComments(statements: readonly ScriptStatement[]): ScriptStatement[] {
  let from = 0;
  return statements.map((statement) => {
    const whole = { ...statement, from };
    from = statement.to;
    return whole;
  });
}

const guard = /^\\(?:un)?restrict[^\n]*/gm;

/** pg_dump frames its dumps with `\restrict` and `\unrestrict`: nothing but a guard of psql's. */
function blankPsqlGuards(text: string): string {
  if (!text.includes('\\restrict') && !text.includes('\\unrestrict')) return text;
  const { backslashes } = lexScript(text);
  return text.replace(guard, (line, offset: number) =>
    backslashes.includes(offset) ? ' '.repeat(line.length) : line,
  );
}

const copy = /copy\s/iy;
const fromStdin = /\sfrom\s+stdin\b/i;
const copyMessage =
  'COPY … FROM STDIN takes its data from psql. Use INSERT statements (pg_dump --inserts), or load the file with psql.';
const psqlCommand = /\\[a-z!?][\w+]*/iy;

/** What psql understands and Postgres does not. */
function unsupported(text: string, { pieces, backslashes }: LexedScript): ScriptProblem | null {
  for (const { start, end } of pieces) {
    const offset = skipBlank(text, start);
    copy.lastIndex = offset;
    if (copy.test(text) && fromStdin.test(text.slice(offset, end))) {
      return { kind: 'copy data', message: copyMessage, offset };
    }
  }
  for (const offset of backslashes) {
    psqlCommand.lastIndex = offset;
    const [command] = psqlCommand.exec(text) ?? [];
    if (command === undefined) continue;
    const message = `${command} is a command of psql, not SQL. Take it out, or run the file with psql.`;
    return { kind: 'psql command', message, offset };
  }
  return null;
}
