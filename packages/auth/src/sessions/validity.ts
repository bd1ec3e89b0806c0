import type { AuthPolicy } from '../base/policy.ts';
import type { Session } from './session.ts';

/** Why a session cannot be refreshed any more, in upstream's words; undefined while it can. */
export function endedBecause(
  session: Session,
  policy: Pick<AuthPolicy, 'timebox' | 'inactivity'>,
  now: number,
  tokenTime: string | null,
): string | undefined {
  const createdAt = time(session.created_at) ?? now;
  const notAfter = time(session.not_after);
  const expired = 'Invalid Refresh Token: Session Expired';
  if (notAfter !== undefined && now > notAfter) return expired;
  if (policy.timebox > 0 && now > createdAt + policy.timebox * 1000) return expired;
  if (policy.inactivity > 0) {
    const lastUsed =
      time(session.refreshed_at) ?? Math.max(createdAt, time(tokenTime) ?? createdAt);
    if (now > lastUsed + policy.inactivity * 1000) return `${expired} (Inactivity)`;
  }
  return undefined;
}

/** The assurance level that the methods of a session amount to. */
export function assuranceOf(session: Session): 'aal1' | 'aal2' {
  const second = ['totp', 'mfa/phone', 'mfa/webauthn'];
  return session.amr.some(({ method }) => second.includes(method)) ? 'aal2' : 'aal1';
}

function time(iso: string | null): number | undefined {
  return iso === null ? undefined : Date.parse(iso);
}
