import type { Claims, Json } from '@plinth/kernel';

/** Takes the next value out of a value; undefined where there is none. */
type Step = (value: Json) => Json | undefined;

/** Finds the role in the claims of a token. */
export type RoleClaim = (claims: Claims) => string | undefined;

const name = /\.([\w$@-]+)|\."([^"]*)"|\['([^']*)'\]|\["([^"]*)"\]/y;
const index = /\[(-?\d+)\]/y;
const filter = /\[\?\(?\s*@\s*(\^==|==\^|\*==|==|!=)\s*(?:"([^"]*)"|'([^']*)')\s*\)?\]/y;

const tests: Readonly<Record<string, (text: string, wanted: string) => boolean>> = {
  '==': (text, wanted) => text === wanted,
  '!=': (text, wanted) => text !== wanted,
  '^==': (text, wanted) => text.startsWith(wanted),
  '==^': (text, wanted) => text.endsWith(wanted),
  '*==': (text, wanted) => text.includes(wanted),
};

/**
 * Reads `jwt-role-claim-key`: a JSONPath of names, indexes and comparisons (`$.roles[0]`,
 * `$.groups[?(@ == "staff")]`), or PostgREST's older form of it without `$`. Throws RangeError.
 */
export function parseRoleClaim(path: string): RoleClaim {
  const steps: Step[] = [];
  let position = path.startsWith('$') ? 1 : 0;
  while (position < path.length) {
    const step = readStep(path, position);
    if (step === undefined) throw new RangeError(`jwt-role-claim-key: cannot read "${path}"`);
    steps.push(step.take);
    position = step.end;
  }
  return (claims) => asRole(steps.reduce<Json | undefined>(follow, claims));
}

function follow(value: Json | undefined, step: Step): Json | undefined {
  return value === undefined ? undefined : step(value);
}

function asRole(value: Json | undefined): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  return JSON.stringify(value);
}

function readStep(path: string, position: number): { take: Step; end: number } | undefined {
  const named = matchAt(name, path, position);
  if (named !== undefined) {
    const key = named.slice(1).find((part) => part !== undefined) ?? '';
    return { take: (value) => member(value, key), end: name.lastIndex };
  }
  const indexed = matchAt(index, path, position);
  if (indexed !== undefined) {
    const place = Number(indexed[1]);
    return { take: (value) => (isList(value) ? value.at(place) : undefined), end: index.lastIndex };
  }
  const filtered = matchAt(filter, path, position);
  if (filtered === undefined) return undefined;
  const [, operator = '', double, single] = filtered;
  const wanted = double ?? single ?? '';
  const holds = (item: Json): boolean =>
    typeof item === 'string' && (tests[operator]?.(item, wanted) ?? false);
  return {
    take: (value) => (isList(value) ? value.find(holds) : undefined),
    end: filter.lastIndex,
  };
}

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | undefined {
  pattern.lastIndex = position;
  return pattern.exec(text) ?? undefined;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function member(value: Json, key: string): Json | undefined {
  if (typeof value !== 'object' || value === null || isList(value)) return undefined;
  return Object.hasOwn(value, key) ? (value as Claims)[key] : undefined;
}
