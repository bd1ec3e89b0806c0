import { arrayLiteral } from '@plinth/postgres';
import { shallowSearch, shallowValue } from '../depth.ts';
import type { FullTextOperator, QuantifiableOperator, SimpleOperator, Test } from '../syntax.ts';
import { dropBackslashes } from './names.ts';
import type { Scanner } from './scanner.ts';

/** `not.`, an operator with its quantifier or language, and the dot before the value. */
const operation =
  /(not\.)?(?:(eq|gte|gt|lte|lt|like|ilike|match|imatch)(?:\((any|all)\))?|(neq|cs|cd|ov|sl|sr|nxr|nxl|adj|isdistinct)|(fts|plfts|phfts|wfts)(?:\(([\p{L}\p{N}_ $]+)\))?|(in)|(is))\./uy;

const isKeyword = /not_null|null|true|false|unknown/iy;

/** How far a value reaches: to the end of its parameter, or to the `,` or `)` of a logic tree. */
export type ValueExtent = 'parameter' | 'term';

/** What stands behind a field's name; `start` and `end` enclose the value, which is no part of the shape. */
export interface OperationSyntax {
  readonly negated: boolean;
  readonly test: Test;
  readonly start: number;
  readonly end: number;
}

/**
 * Reads an operation at the scanner's position and pushes its value to `values` as Postgres takes it.
 * Undefined, with nothing consumed, where no operator stands.
 */
export function readOperation(
  scanner: Scanner,
  values: string[],
  extent: ValueExtent,
): OperationSyntax | undefined {
  const found = scanner.match(operation);
  if (found === undefined) return undefined;
  const [, not, quantifiable, quantifier, simple, fullText, language, list] = found;
  const start = scanner.position;
  const test =
    list !== undefined
      ? readList(scanner, values)
      : quantifiable !== undefined
        ? readQuantified(scanner, values, extent, quantifiable, quantifier)
        : simple !== undefined
          ? readSimple(scanner, values, extent, simple)
          : fullText !== undefined
            ? readFullText(scanner, values, extent, fullText, language)
            : readIs(scanner);
  // `is` has no value: its keyword belongs to the shape.
  const end = scanner.position;
  return { negated: not !== undefined, test, start: test.kind === 'is' ? end : start, end };
}

function readQuantified(
  scanner: Scanner,
  values: string[],
  extent: ValueExtent,
  name: string,
  quantifier: string | undefined,
): Test {
  const operator = name as QuantifiableOperator;
  const text = readValue(scanner, extent);
  const wanted = operator === 'like' || operator === 'ilike' ? text.replaceAll('*', '%') : text;
  return {
    kind: 'quantified',
    operator,
    quantifier: quantifier as 'any' | 'all' | undefined,
    value: values.push(wanted) - 1,
  };
}

function readSimple(scanner: Scanner, values: string[], extent: ValueExtent, name: string): Test {
  const value = values.push(readValue(scanner, extent)) - 1;
  return { kind: 'simple', operator: name as SimpleOperator, value };
}

function readFullText(
  scanner: Scanner,
  values: string[],
  extent: ValueExtent,
  name: string,
  language: string | undefined,
): Test {
  const operator = name as FullTextOperator;
  const text = readValue(scanner, extent);
  // Only this one has parentheses of its own; the others take any text.
  const value = values.push(operator === 'fts' ? shallowSearch(text) : text) - 1;
  return {
    kind: 'fullText',
    operator,
    language: language?.trim(),
    value,
  };
}

function readIs(scanner: Scanner): Test {
  const label = 'isVal: (null, not_null, true, false, unknown)';
  const [keyword] = scanner.match(isKeyword, label) ?? scanner.fail();
  return { kind: 'is', value: keyword.toLowerCase() as (Test & { kind: 'is' })['value'] };
}

function readValue(scanner: Scanner, extent: ValueExtent): string {
  if (extent === 'term') return shallowValue(readTermValue(scanner));
  const text = scanner.text.slice(scanner.position);
  scanner.position = scanner.text.length;
  return shallowValue(text);
}

const quotedTerm = /"([^"\\]*(?:\\.[^"\\]*)*)"(?=[,)]|$)/suy;
const arrayTerm = /\{[^{}]*\}/y;
const plainTerm = /[^,)]*/y;

/** A value inside a logic tree may be quoted, or be an array whose commas are its own. */
function readTermValue(scanner: Scanner): string {
  const quoted = scanner.match(quotedTerm);
  if (quoted !== undefined) return dropBackslashes(quoted[1] ?? '');
  return (scanner.match(arrayTerm) ?? scanner.match(plainTerm))?.[0] ?? '';
}

/** `(a,"b,c",d)` as the text of one array parameter; `()` is the empty array. */
function readList(scanner: Scanner, values: string[]): Test {
  scanner.skipSpace();
  scanner.expect('(');
  scanner.skipSpace();
  const elements: string[] = [];
  do {
    const quoted = scanner.match(quotedTerm);
    const text =
      quoted === undefined ? scanner.match(plainTerm)?.[0] : dropBackslashes(quoted[1] ?? '');
    elements.push(shallowValue(text ?? ''));
  } while (scanner.accept(','));
  scanner.skipSpace();
  scanner.expect(')');
  scanner.skipSpace();
  const isEmpty = elements.length === 1 && elements[0] === '';
  return { kind: 'in', value: values.push(isEmpty ? '{}' : arrayLiteral(elements)) - 1 };
}
