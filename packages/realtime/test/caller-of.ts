import { type Caller, callerFromClaims, type JsonObject } from '@plinth/kernel';

/** A caller with a role and claims. */
export function callerOf(role: string, claims: JsonObject = {}): Caller {
  return callerFromClaims('user', { ...claims, role }, role);
}
