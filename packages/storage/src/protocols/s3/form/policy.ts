import { s3Error } from '../errors.ts';

/** What a form may hold, as whoever signed it decided. */
export interface Policy {
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly conditions: readonly Condition[];
}

type Condition =
  | { readonly kind: 'equals' | 'starts with'; readonly field: string; readonly value: string }
  | { readonly kind: 'length'; readonly least: number; readonly most: number };

/** How long the file of a form may be, in bytes. */
export interface LengthRange {
  readonly least: number;
  readonly most: number;
}

/** Fields that carry the signature, and so need no condition. */
const exempt: ReadonlySet<string> = new Set([
  'policy',
  'x-amz-signature',
  'x-amz-algorithm',
  'x-amz-credential',
  'x-amz-date',
  'x-amz-security-token',
]);

/** Reads a policy: base64 of JSON. Throws `InvalidPolicyDocument`. */
export function parsePolicy(encoded: string): Policy {
  let document: unknown;
  try {
    document = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'));
  } catch (cause) {
    throw s3Error('InvalidPolicyDocument', { cause });
  }
  const { expiration, conditions } = isRecord(document) ? document : {};
  const expiresAt = typeof expiration === 'string' ? Date.parse(expiration) : Number.NaN;
  if (Number.isNaN(expiresAt) || !Array.isArray(conditions)) {
    throw s3Error('InvalidPolicyDocument');
  }
  return { expiresAt, conditions: conditions.map(parseCondition) };
}

/**
 * Throws where a field breaks a condition, or where none speaks of it: the holder of a signed policy may fill in what it
 * leaves open, and nothing else. `fields` by name in lower case.
 */
export function checkPolicy(policy: Policy, fields: ReadonlyMap<string, string>): LengthRange {
  let range: LengthRange = { least: 0, most: Number.MAX_SAFE_INTEGER };
  const covered = new Set<string>();
  for (const condition of policy.conditions) {
    if (condition.kind === 'length') {
      range = condition;
      continue;
    }
    covered.add(condition.field);
    const value = fields.get(condition.field);
    const holds =
      condition.kind === 'equals'
        ? value === condition.value
        : value?.startsWith(condition.value) === true;
    if (!holds) throw failed(condition.field);
  }
  for (const name of fields.keys()) {
    if (!covered.has(name) && !exempt.has(name) && !name.startsWith('x-ignore-'))
      throw failed(name);
  }
  return range;
}

/** `{"field": "value"}`, `["eq" | "starts-with", "$field", "value"]` or `["content-length-range", least, most]`. */
function parseCondition(raw: unknown): Condition {
  if (isRecord(raw)) {
    const [entry, ...others] = Object.entries(raw);
    if (entry === undefined || others.length > 0) throw s3Error('InvalidPolicyDocument');
    return { kind: 'equals', field: entry[0].toLowerCase(), value: textOf(entry[1]) };
  }
  if (!Array.isArray(raw) || raw.length !== 3) throw s3Error('InvalidPolicyDocument');
  const [operator, target, value] = raw as unknown[];
  if (operator === 'content-length-range') {
    const least = Number(textOf(target));
    const most = Number(textOf(value));
    if (!(least >= 0 && most >= least)) throw s3Error('InvalidPolicyDocument');
    return { kind: 'length', least, most };
  }
  const isKnown = operator === 'eq' || operator === 'starts-with';
  if (!isKnown || typeof target !== 'string' || !target.startsWith('$')) {
    throw s3Error('InvalidPolicyDocument');
  }
  return {
    kind: operator === 'eq' ? 'equals' : 'starts with',
    field: target.slice(1).toLowerCase(),
    value: textOf(value),
  };
}

function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw s3Error('InvalidPolicyDocument');
}

function failed(field: string): Error {
  return s3Error('PolicyConditionFailed', {
    message: `Invalid according to Policy: Policy Condition failed: ${field}`,
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
