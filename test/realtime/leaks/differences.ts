import type { Heard, Listener } from './listener.ts';

/** Where a listener heard other things than it should; undefined where all is right. */
export interface Difference {
  readonly person: string;
  readonly claims: unknown;
  /** How often something was heard that must not have been, or never heard; with neither, the order is wrong. */
  readonly counts: { readonly leaked: number; readonly lost: number };
  /** Some of each, as JSON. */
  readonly leaked: readonly string[];
  readonly lost: readonly string[];
}

/** Examples of each kind are enough to find out why. */
const mostExamples = 3;

export function differenceOf(
  { person, heard }: Listener,
  expected: readonly Heard[],
): Difference | undefined {
  const heardTexts = heard.map(canonical);
  const expectedTexts = expected.map(canonical);
  if (heardTexts.join('\n') === expectedTexts.join('\n')) return undefined;
  const leaked = without(heardTexts, expectedTexts);
  const lost = without(expectedTexts, heardTexts);
  return {
    person: `${person.name} (${person.role})`,
    claims: person.claims,
    counts: { leaked: leaked.length, lost: lost.length },
    leaked: leaked.slice(0, mostExamples),
    lost: lost.slice(0, mostExamples),
  };
}

/** The first list less the second, each entry as often as it is there. */
function without(first: readonly string[], second: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const text of second) left.set(text, (left.get(text) ?? 0) + 1);
  return first.filter((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}

/** The same text for the same values, whatever the order of their keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
