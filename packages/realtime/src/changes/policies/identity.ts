import type { Caller, Claims, Json } from '@plinth/kernel';
import { readClaims, Unsuitable } from './in-process/condition.ts';
import type { PolicyPlan } from './plan-policies.ts';

/** Subscribers whom a policy cannot tell apart. */
export interface Identity {
  readonly key: string;
  readonly claims: Claims;
  readonly claimsJson: string;
  /** How it is asked about; `index` and `set` where the plan is of that kind and its claims suit. */
  readonly way: 'free' | 'index' | 'set' | 'each';
}

/** Claims that change from token to token; a policy that does not name them does not read them. */
const fleeting = ['iat', 'exp', 'nbf', 'jti', 'session_id'] as const;

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Who a caller is to a plan. Equal keys see the same. */
export function identityOf(plan: PolicyPlan, { claims, claimsJson }: Caller): Identity {
  const base = { claims, claimsJson };
  switch (plan.kind) {
    case 'all':
    case 'none':
      return { ...base, key: '', way: 'free' };
    case 'in-process': {
      const values = readable(() => readClaims(plan.condition, claims));
      const isReadable = values?.length === 0 || isJsonb(claimsJson);
      if (values !== undefined && isReadable)
        return { ...base, key: `i${JSON.stringify(values)}`, way: 'index' };
      break;
    }
    case 'set': {
      const read = isForSet(claimsJson, claims)
        ? plan.condition.readsClaims
          ? lasting(claims, plan.using)
          : { sub: claims.sub ?? null, role: claims.role ?? null, email: claims.email ?? null }
        : undefined;
      if (read !== undefined) {
        const json = JSON.stringify(read);
        return { claims: read, claimsJson: json, key: `s${json}`, way: 'set' };
      }
      break;
    }
    default:
  }
  // What a function or another table's policies read is not known: all of it counts.
  return { ...base, key: `e${claimsJson}`, way: 'each' };
}

function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unsuitable) return undefined;
    throw error;
  }
}

/** Whether Postgres can read the claims at all: jsonb has no NUL and no half of a surrogate pair. */
function isJsonb(claimsJson: string): boolean {
  return !/\\u(?:0000|d[89a-f])/i.test(claimsJson);
}

/** Whether Postgres reads these claims without raising, so that they may stand beside others. */
function isForSet(claimsJson: string, { sub, role, email }: Claims): boolean {
  if (!isJsonb(claimsJson)) return false;
  const isText = (claim: Json | undefined): boolean =>
    claim === undefined || claim === null || typeof claim === 'string';
  if (!isText(role) || !isText(email)) return false;
  return sub === undefined || sub === null || (typeof sub === 'string' && uuid.test(sub));
}

/** Without what changes from token to token, where the policy takes claims by name and names none of these. */
function lasting(claims: Claims, using: string): Claims {
  const uses = using.split(/auth\.jwt\(\)|request\.jwt\.claims/).slice(1);
  const isByName = uses.every((after) =>
    /^(?:'::text(?:, true)?\)+::jsonb)?\)* *->>? *'/.test(after),
  );
  if (!isByName || fleeting.some((name) => using.includes(name))) return claims;
  const rest = Object.entries(claims).filter(
    ([name]) => !fleeting.some((fleetingName) => fleetingName === name),
  );
  return Object.fromEntries(rest);
}
