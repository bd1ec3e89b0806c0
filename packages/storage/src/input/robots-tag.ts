import { storageError } from '../errors.ts';

const simple = new Set([
  'all',
  'noindex',
  'nofollow',
  'none',
  'nosnippet',
  'indexifembedded',
  'notranslate',
  'noimageindex',
]);

const parametric: Readonly<Record<string, (value: string) => boolean>> = {
  'max-snippet': (value) => /^(-1|\d+)$/.test(value),
  'max-video-preview': (value) => /^(-1|\d+)$/.test(value),
  'max-image-preview': (value) => ['none', 'standard', 'large'].includes(value),
  unavailable_after: (value) => !Number.isNaN(Date.parse(value)),
};

/** Splits at commas, but not at those in the date of `unavailable_after: Wed, 3 Dec 2026 …`. */
const separator = /,(?=\s*(?:[a-z_-]+\s*(?:,|$)|[\w-]+:))/;

/**
 * What is wrong with an `x-robots-tag`; undefined where crawlers understand every rule. `isNamed`: what is left of it
 * behind the name of a crawler.
 */
function flaw(tag: string, isNamed = false): string | undefined {
  if (tag.trim() === '') return 'the value is empty';
  for (const part of tag.split(separator)) {
    const rule = part.trim();
    if (rule === '') return 'it contains an empty rule';
    if (simple.has(rule)) continue;
    const colon = rule.indexOf(':');
    if (colon < 0) return `"${rule}" is not a rule`;
    const name = rule.slice(0, colon).trim();
    const value = rule.slice(colon + 1).trim();
    const check = Object.hasOwn(parametric, name) ? parametric[name] : undefined;
    if (check?.(value)) continue;
    if (check !== undefined) return `"${value}" is no value of ${name}`;
    if (isNamed) return `"${name}" is not a rule`;
    // The name of a crawler, and what is meant for it alone.
    const inner = flaw(value, true);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** True for a tag that crawlers understand. */
export function isRobotsTag(tag: string): boolean {
  return flaw(tag) === undefined;
}

/** The tag itself. Throws `InvalidXRobotsTag`. */
export function checkRobotsTag(tag: string | undefined): string | undefined {
  const wrong = tag === undefined ? undefined : flaw(tag);
  if (wrong === undefined) return tag;
  throw storageError('InvalidXRobotsTag', { message: `Invalid X-Robots-Tag header: ${wrong}` });
}
