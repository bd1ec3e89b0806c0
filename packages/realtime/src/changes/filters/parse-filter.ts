import { SubscribeError } from '../errors.ts';
import { splitFilter } from './split-filter.ts';

export const operators = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'like',
  'ilike',
  'is',
  'match',
  'imatch',
  'isdistinct',
] as const;

export type Operator = (typeof operators)[number];

/** One condition of a filter. */
export interface ParsedFilter {
  readonly column: string;
  readonly operator: Operator;
  /** For `in` the text form of an array. */
  readonly value: string;
  readonly isNegated: boolean;
}

/** Longest filter, in characters: a hundred values of an `in` list with room to spare. */
const longest = 65_536;

/** Most conditions of one filter. */
const mostConditions = 100;

/** Parses `col=[not.]op.value`, several joined by commas. Throws SubscribeError with upstream's text. */
export function parseFilter(text: string): readonly ParsedFilter[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  if (trimmed.length > longest) throw failure('filter is too long');
  const segments = splitFilter(trimmed);
  if (segments.length > mostConditions) throw failure('too many conditions');
  return segments.map((segment) => parseSegment(segment.trim()));
}

function parseSegment(segment: string): ParsedFilter {
  if (segment === '') {
    throw failure('filter must not contain empty segments (check for extra commas)');
  }
  const [column, rest] = halves(segment, '=');
  if (rest === undefined) throw failure(inspectList([column]));
  const isNegated = rest.startsWith('not.');
  const [name, value] = halves(isNegated ? rest.slice(4) : rest, '.');
  if (value === undefined) throw failure(inspectList([name]));
  const operator = operators.find((each) => each === name);
  if (operator === undefined) throw failure(inspectList([name, value]));
  return { column, operator, value: valueFor(operator, value), isNegated };
}

function valueFor(operator: Operator, value: string): string {
  if (operator !== 'in') return unquoted(value);
  if (!/^\([\s\S]*\)$/.test(value))
    throw failure('`in` filter value must be wrapped by parentheses');
  return `{${value.slice(1, -1)}}`;
}

/** What stands between quotes, where the quotes enclose all of it; else the value as it is. */
function unquoted(value: string): string {
  if (!/^"(?:[^"\\]|\\[\s\S])*"$/.test(value)) return value;
  return value.slice(1, -1).replace(/\\([\s\S])/g, '$1');
}

function halves(text: string, separator: string): readonly [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function failure(reason: string): SubscribeError {
  return new SubscribeError(`Error parsing \`filter\` params: ${reason}`);
}

/** A list of strings as Elixir shows it; long ones are cut. */
export function inspectList(items: readonly string[]): string {
  return `[${items.map(inspect).join(', ')}]`;
}

/** A string as Elixir shows it. */
export function inspect(text: string): string {
  const cut = text.length > 1_000 ? `${text.slice(0, 1_000)}…` : text;
  return JSON.stringify(cut).replaceAll('#{', '\\#{');
}
