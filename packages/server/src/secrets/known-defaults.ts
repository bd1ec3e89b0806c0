/** Secrets that stand in public documentation: whoever uses one of them has no secret. */
const known = new Set([
  'super-secret-jwt-token-with-at-least-32-characters-long',
  'your-super-secret-jwt-token-with-at-least-32-characters-long',
  'your-super-secret-and-long-postgres-password',
  'reallyreallyreallyreallyverysafe',
]);

/** True for a secret that anybody can look up. */
export function isKnownDefault(secret: string): boolean {
  return known.has(secret);
}

/** Shortest shared secret for HS256 (RFC 7518, 3.2: as long as the hash), in bytes. */
export const shortestJwtSecret = 32;
