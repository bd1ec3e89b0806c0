import type { Clock } from '@plinth/kernel';
import { ServerError } from '../server-error.ts';
import { isKnownDefault, shortestJwtSecret } from './known-defaults.ts';
import { signKey } from './project-keys.ts';
import type { Secrets } from './secrets-file.ts';

export interface GivenKeysOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly loopbackOnly: boolean;
  readonly clock: Clock;
}

/**
 * Keys that the environment gives (a project that moves in keeps its own): JWT_SECRET, ANON_KEY,
 * SERVICE_ROLE_KEY, as self-hosted set-ups name them. A secret from public documentation is refused where
 * others can reach the server.
 */
export async function applyGivenKeys(
  secrets: Secrets,
  { environment, loopbackOnly, clock }: GivenKeysOptions,
): Promise<Secrets> {
  const jwtSecret = environment.JWT_SECRET ?? environment.SUPABASE_AUTH_JWT_SECRET;
  if (jwtSecret === undefined || jwtSecret === '') return secrets;
  if (Buffer.byteLength(jwtSecret) < shortestJwtSecret) {
    throw new ServerError(
      'weak_secret',
      `JWT_SECRET is too short: HS256 needs at least ${shortestJwtSecret} bytes.`,
    );
  }
  if (isKnownDefault(jwtSecret) && !loopbackOnly) {
    throw new ServerError(
      'known_secret',
      'JWT_SECRET is a value from public documentation: anybody could sign tokens for this server. Choose ' +
        'a secret of your own, or listen on 127.0.0.1 only.',
    );
  }
  const [anonKey, serviceRoleKey] = await Promise.all([
    environment.ANON_KEY ?? signKey('default', 'anon', jwtSecret, clock),
    environment.SERVICE_ROLE_KEY ?? signKey('default', 'service_role', jwtSecret, clock),
  ]);
  return { ...secrets, default: { ...secrets.default, jwtSecret, anonKey, serviceRoleKey } };
}
