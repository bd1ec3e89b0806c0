import { limits, tooMuch } from '../limits.ts';
import type { Aggregate, FieldSyntax, SelectEmbed, SelectField, SelectItem } from '../syntax.ts';
import { readJsonPath, readName, readTypeName } from './names.ts';
import { type Scanner, scan } from './scanner.ts';

/** How errors call what is read here. */
const parameter = 'select parameter';

const allColumns: FieldSyntax = { name: '*', path: [] };

/** The items of a `select` parameter; an empty text selects nothing. */
export function parseSelect(text: string): readonly SelectItem[] {
  const reader = new SelectReader();
  // What stands behind the last closing parenthesis is ignored, as PostgREST does.
  return scan(text, parameter, text, (scanner) => reader.readItems(scanner, 0));
}

class SelectReader {
  #embeds = 0;

  readItems(scanner: Scanner, depth: number): readonly SelectItem[] {
    const items: SelectItem[] = [];
    if (this.#endsHere(scanner)) return items;
    do {
      items.push(this.#readItem(scanner, depth));
      if (items.length > limits.columns) throw tooMuch(parameter, `${limits.columns} columns`);
    } while (scanner.accept(','));
    return items;
  }

  #endsHere(scanner: Scanner): boolean {
    const start = scanner.position;
    scanner.skipSpace();
    if (scanner.atEnd || scanner.sees(')')) return true;
    scanner.position = start;
    return false;
  }

  #readItem(scanner: Scanner, depth: number): SelectItem {
    scanner.skipSpace();
    const item = this.#readEmbedOrField(scanner, depth);
    scanner.skipSpace();
    return item;
  }

  #readEmbedOrField(scanner: Scanner, depth: number): SelectItem {
    if (scanner.accept('...')) {
      const relation = readName(scanner);
      return this.#readEmbed(scanner, { relation, alias: undefined, spread: true }, depth);
    }
    if (scanner.accept('*')) {
      requireItemEnd(scanner);
      return selectField(allColumns, undefined);
    }
    const alias = readAlias(scanner);
    if (scanner.sees('count()')) return readCount(scanner, alias);
    const relation = readName(scanner);
    if (scanner.sees('!') || (scanner.sees('(') && relation !== 'count')) {
      return this.#readEmbed(scanner, { relation, alias, spread: false }, depth);
    }
    return readSelectField(scanner, relation, alias);
  }

  #readEmbed(
    scanner: Scanner,
    head: Pick<SelectEmbed, 'relation' | 'alias' | 'spread'>,
    depth: number,
  ): SelectEmbed {
    const first = readParameter(scanner);
    const second = first === undefined ? undefined : readParameter(scanner);
    scanner.expect('(');
    this.#embeds += 1;
    if (depth >= limits.embedDepth || this.#embeds > limits.embeds) {
      throw tooMuch(parameter, `${limits.embeds} embeds, nested at most ${limits.embedDepth} deep`);
    }
    const items = this.readItems(scanner, depth + 1);
    scanner.expect(')');
    return {
      kind: 'embed',
      ...head,
      hint: first?.hint ?? second?.hint,
      join: first?.join ?? second?.join,
      items,
    };
  }
}

interface EmbedParameter {
  readonly hint: string | undefined;
  readonly join: 'inner' | 'left' | undefined;
}

/** `!inner`, `!left` or `!hint`; a hint that only begins like a join type is a hint. */
function readParameter(scanner: Scanner): EmbedParameter | undefined {
  if (!scanner.accept('!')) return undefined;
  const name = readName(scanner);
  if (name === 'inner' || name === 'left') return { hint: undefined, join: name };
  return { hint: name, join: undefined };
}

/** `alias:`; a cast's `::` is none. */
function readAlias(scanner: Scanner): string | undefined {
  if (!scanner.text.includes(':', scanner.position)) return undefined;
  const start = scanner.position;
  const name = readName(scanner);
  if (scanner.sees(':') && !scanner.sees('::')) {
    scanner.position += 1;
    return name;
  }
  scanner.position = start;
  return undefined;
}

function readCount(scanner: Scanner, alias: string | undefined): SelectField {
  scanner.position += 'count()'.length;
  const aggregateCast = readCast(scanner);
  requireItemEnd(scanner);
  return { ...selectField(allColumns, alias), aggregate: 'count', aggregateCast };
}

function readSelectField(scanner: Scanner, name: string, alias: string | undefined): SelectField {
  const path = readJsonPath(scanner);
  scanner.skipSpace();
  const cast = readCast(scanner);
  const aggregate = readAggregate(scanner);
  const aggregateCast = aggregate === undefined ? undefined : readCast(scanner);
  requireItemEnd(scanner);
  return { kind: 'field', field: { name, path }, alias, cast, aggregate, aggregateCast };
}

function readCast(scanner: Scanner): string | undefined {
  return scanner.accept('::') ? readTypeName(scanner) : undefined;
}

const aggregateCall = /\.(sum|avg|count|max|min)\(\)/y;

function readAggregate(scanner: Scanner): Aggregate | undefined {
  return scanner.match(aggregateCall, '"."')?.[1] as Aggregate | undefined;
}

function requireItemEnd(scanner: Scanner): void {
  scanner.skipSpace();
  if (scanner.atEnd || scanner.sees(',') || scanner.sees(')')) return;
  scanner.missEnd('")"', '","');
  scanner.fail();
}

function selectField(field: FieldSyntax, alias: string | undefined): SelectField {
  return {
    kind: 'field',
    field,
    alias,
    cast: undefined,
    aggregate: undefined,
    aggregateCast: undefined,
  };
}
