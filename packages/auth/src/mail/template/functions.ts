import { TemplateError, type Value } from './syntax.ts';

/** False for what Go calls empty: false, 0, nil, and texts, lists and maps with nothing in them. */
export function isTrue(value: Value): boolean {
  if (typeof value === 'object' && value !== null) return sizeOf(value) > 0;
  return Boolean(value);
}

/** A member of a map or an item of a list; undefined where there is none. */
export function member(value: Value, key: Value): Value {
  if (typeof value !== 'object' || value === null) return undefined;
  const name = String(key);
  return Object.hasOwn(value, name) ? (value as Record<string, Value>)[name] : undefined;
}

/** A value as text: nothing for what is not there. */
export function toText(value: Value): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}

function sizeOf(value: Value): number {
  if (typeof value === 'string') return value.length;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length;
  throw new TemplateError('len of a value that has none');
}

function compare(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [toText(a), toText(b)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function format(pattern: Value, values: readonly Value[]): string {
  let next = 0;
  return toText(pattern).replace(/%[-+# 0-9.]*([a-zA-Z%])/g, (_, verb: string) => {
    if (verb === '%') return '%';
    const value = values[next];
    next += 1;
    return verb === 'q' ? JSON.stringify(toText(value)) : toText(value);
  });
}

/** The functions a template can call; `and` and `or` look at all their arguments. */
export const functions: Readonly<Record<string, (...values: readonly Value[]) => Value>> = {
  and: (...values) => values.find((value) => !isTrue(value)) ?? values.at(-1),
  or: (...values) => values.find(isTrue) ?? values.at(-1),
  not: (value) => !isTrue(value),
  eq: (first, ...others) => others.some((other) => compare(first, other) === 0),
  ne: (a, b) => compare(a, b) !== 0,
  lt: (a, b) => compare(a, b) < 0,
  le: (a, b) => compare(a, b) <= 0,
  gt: (a, b) => compare(a, b) > 0,
  ge: (a, b) => compare(a, b) >= 0,
  len: (value) => sizeOf(value),
  index: (value, ...keys) => keys.reduce(member, value),
  print: (...values) => values.map(toText).join(''),
  println: (...values) => `${values.map(toText).join(' ')}\n`,
  printf: (pattern, ...values) => format(pattern, values),
  html: (...values) => values.map(toText).join(''),
  urlquery: (...values) => encodeURIComponent(values.map(toText).join('')),
};
