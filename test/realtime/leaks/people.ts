import type { TestBackend } from '@plinth/testkit';
import { SignJWT } from 'jose';
import { clientOf } from '../../backend/supabase-js.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A role of the project's own, besides those that every project has. */
export const ownRole = 'leak_test_moderator';

/** Somebody who listens. */
export interface Person {
  readonly name: string;
  /** What the claims say, as Postgres is told. */
  readonly role: string;
  readonly claims: Readonly<Record<string, unknown>>;
  /** A token, or a project key. */
  readonly credential: string;
}

export const organisations = ['north', 'south', 'east'];

const minted = 84;
const realSignUps = 4;
const moderators = 6;

/** 100 people: signed in by tokens of every shape, some by the auth service itself; without a session; and a secret key. */
export async function invitePeople(
  backend: TestBackend,
  random: SeededRandom,
): Promise<readonly Person[]> {
  const people: Person[] = [];
  for (let index = 0; index < minted; index += 1) {
    people.push(
      await signedIn(backend, `user ${index}`, 'authenticated', metadata(random), random),
    );
  }
  for (let index = 0; index < moderators; index += 1) {
    people.push(await signedIn(backend, `moderator ${index}`, ownRole, metadata(random), random));
  }
  for (let index = 0; index < realSignUps; index += 1) {
    people.push(await signedUp(backend, `signed-up-${index}`));
  }
  for (const name of ['anon 0', 'anon 1', 'anon 2', 'anon 3']) {
    people.push(withToken(name, backend.anonKey));
  }
  people.push(withToken('service 0', backend.serviceRoleKey));
  people.push(withToken('service 1', backend.serviceRoleKey));
  return people;
}

/** Claims that policies read, right, missing or such that a cast fails. */
function metadata(random: SeededRandom): Readonly<Record<string, unknown>> {
  if (random.chance(0.1)) return {};
  return {
    app_metadata: {
      org: random.pick(organisations),
      ...(random.chance(0.8) && { level: random.pick([0, 1, 2, 3, 'three', '']) }),
      ...(random.chance(0.5) && { admin: random.pick([true, false, 'maybe']) }),
    },
  };
}

async function signedIn(
  backend: TestBackend,
  name: string,
  role: string,
  more: Readonly<Record<string, unknown>>,
  random: SeededRandom,
): Promise<Person> {
  const sub = random.chance(0.03) ? `not-a-uuid-${random.below(1000)}` : random.uuid();
  const token = await new SignJWT({ ...more, sub, role, aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(backend.jwtSecret));
  return withToken(name, token);
}

async function signedUp(backend: TestBackend, name: string): Promise<Person> {
  const { data, error } = await clientOf(backend, backend.anonKey).auth.signUp({
    email: `${name}@example.com`,
    password: 'correct horse battery',
  });
  if (error !== null || data.session === null) throw new Error(`no session: ${error?.message}`);
  return withToken(name, data.session.access_token);
}

/** The claims are read from the token, as the server does it. */
function withToken(name: string, credential: string): Person {
  const [, payload = ''] = credential.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return { name, role: claims.role, claims, credential };
}

/** Those whose `sub` is a user's id. */
export function userIds(people: readonly Person[]): string[] {
  return people
    .map(({ claims }) => claims.sub)
    .filter((sub): sub is string => typeof sub === 'string' && /^[0-9a-f-]{36}$/.test(sub));
}
