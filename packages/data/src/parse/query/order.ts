import type { FieldSyntax, OrderSyntax } from '../syntax.ts';
import { readField, readJsonPath, readName } from './names.ts';
import { type Grammar, type Scanner, scan } from './scanner.ts';

/** The terms of an `order` parameter. */
export function parseOrder(text: string): readonly OrderSyntax[] {
  return scan(text, 'order', text, readTerms);
}

const readTerms: Grammar<readonly OrderSyntax[]> = (scanner) => {
  const terms: OrderSyntax[] = [];
  do {
    terms.push(readTerm(scanner));
  } while (scanner.accept(','));
  return terms;
};

function readTerm(scanner: Scanner): OrderSyntax {
  scanner.skipSpace();
  const { relation, field } = readTarget(scanner);
  scanner.skipSpace();
  const direction = readDirection(scanner);
  const nulls = readNulls(scanner, direction !== undefined);
  scanner.skipSpace();
  if (!scanner.atEnd && !scanner.sees(',')) {
    scanner.missEnd('","');
    scanner.fail();
  }
  return { relation, field, direction, nulls };
}

/** `column->path`, or `relation(column->path)`. */
function readTarget(scanner: Scanner): { relation: string | undefined; field: FieldSyntax } {
  const name = readName(scanner);
  if (!scanner.accept('(', '')) {
    return { relation: undefined, field: { name, path: readJsonPath(scanner) } };
  }
  const field = readField(scanner);
  scanner.expect(')');
  return { relation: name, field };
}

const direction = /\.(asc|desc)/y;
const nulls = /\.nulls(first|last)/y;

function readDirection(scanner: Scanner): 'asc' | 'desc' | undefined {
  const found = scanner.match(direction, 'delimiter (.)');
  return found?.[1] as 'asc' | 'desc' | undefined;
}

function readNulls(scanner: Scanner, directed: boolean): 'first' | 'last' | undefined {
  const found = scanner.match(nulls);
  if (found !== undefined) return found[1] as 'first' | 'last';
  if (scanner.sees('.')) {
    scanner.position += 1;
    if (!directed) scanner.miss('"asc"', '"desc"');
    scanner.fail('"nullsfirst"', '"nullslast"');
  }
  scanner.miss('delimiter (.)');
  return undefined;
}
