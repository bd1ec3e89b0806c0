import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DataServer, startDataServer } from './start-data-server.ts';

const secret = 'the secret of a data server of its own';

let database: TestDatabase;
let server: DataServer;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.run('create table things (id int); insert into things values (1)');
  const { host, port, user, password } = database.connection('authenticator');
  const url = new URL(`postgres://${user}:${password}@localhost:${port}/${database.name}`);
  url.searchParams.set('host', host);
  server = await startDataServer({
    PGRST_DB_URI: url.href,
    PGRST_DB_ANON_ROLE: 'anon',
    PGRST_JWT_SECRET: secret,
    PGRST_JWT_ROLE_CLAIM_KEY: '$.app.role',
    PGRST_SERVER_PORT: '0',
  });
});

afterAll(async () => {
  await server.close();
  await database.close();
});

async function call(path: string, token?: string): Promise<Response> {
  return fetch(server.url + path, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
}

function sign(claims: object): Promise<string> {
  const key = new TextEncoder().encode(secret);
  return new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(key);
}

test('any Postgres is served at the root, to the anonymous role', async () => {
  const answer = await call('/things');
  expect(await answer.json()).toEqual([{ id: 1 }]);
});

test('a token chooses the role by the claim that is configured', async () => {
  const allowed = await call('/things', await sign({ app: { role: 'service_role' } }));
  expect(allowed.status).toBe(200);
  const unknown = await call('/things', await sign({ app: { role: 'no_such_role' } }));
  expect(unknown.status).toBe(401);
});

test('a token that cannot be believed is refused as PostgREST refuses it', async () => {
  const answer = await call('/things', 'a.b');
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toBe(
    'Bearer error="invalid_token", error_description="Expected 3 parts in JWT; got 2"',
  );
  expect(await answer.json()).toMatchObject({ code: 'PGRST301' });
});

test('browsers are answered with the CORS headers of PostgREST', async () => {
  const answer = await fetch(`${server.url}/things`, {
    method: 'OPTIONS',
    headers: {
      origin: 'http://app.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-a, x-b',
    },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-allow-headers')).toBe(
    'Authorization, x-a, x-b, Accept, Accept-Language, Content-Language',
  );
});
