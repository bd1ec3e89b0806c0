import type { AddressInfo } from 'node:net';
import { callerFromClaims, JwtError, KeySet, kernelError } from '@plinth/kernel';
import { createApp, mountService, systemClock } from '@plinth/server';
import { silentLogger, type TestDatabase } from '@plinth/testkit';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { WebSocket } from 'ws';
import { dataDefinition } from '../../src/definition.ts';
import { DataService } from '../../src/service.ts';
import { type DataSettings, defaultDataSettings } from '../../src/settings/data-settings.ts';

/** The secret that tokens of the tests are signed with. */
const secret = new TextEncoder().encode('the secret of the tests of the data api');

/** A Data API on a test database, reached over HTTP. */
export interface DataServer {
  readonly url: string;
  readonly service: DataService;
  /** supabase-js with the token of nobody, or with that of a user. */
  client(token?: string): SupabaseClient;
  /** Plain HTTP; `token` goes along as bearer. */
  fetch(path: string, init?: RequestInit & { token?: string }): Promise<Response>;
  close(): Promise<void>;
}

/** A token as the auth service gives it to a signed-in user. */
export function userToken(sub: string, claims: object = {}): Promise<string> {
  return signToken({ sub, role: 'authenticated', ...claims });
}

/** Any claims, signed with the right key unless another one is given. */
export function signToken(claims: object, key: Uint8Array = secret): Promise<string> {
  const body = { exp: Math.floor(Date.now() / 1000) + 600, ...claims };
  return new SignJWT(body).setProtectedHeader({ alg: 'HS256' }).sign(key);
}

/** Starts it. What the database has by then is known; later DDL announces itself. */
export async function startDataServer(
  database: TestDatabase,
  settings: Partial<DataSettings> = {},
): Promise<DataServer> {
  const service = new DataService({
    database: database.as('authenticator'),
    settings: {
      ...defaultDataSettings,
      extraSearchPath: ['public', 'extensions'],
      anonymousRole: 'anon',
      safeUpdate: true,
      ...settings,
    },
    logger: silentLogger,
    clock: systemClock,
  });
  const keys = await KeySet.from(
    [{ kty: 'oct', k: Buffer.from(secret).toString('base64url'), alg: 'HS256' }],
    { clock: systemClock },
  );
  const anonymous = await signToken({ role: 'anon' });
  const app = createApp({ logger: silentLogger, trustProxy: false });
  mountService(app, {
    definition: dataDefinition,
    serviceOf: () => service,
    callerOf: async ({ headers }) => {
      const token = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1];
      if (token === undefined) return callerFromClaims('anonymous', {}, 'anon');
      try {
        return callerFromClaims('user', await keys.verify(token), 'anon');
      } catch (cause) {
        throw cause instanceof JwtError ? kernelError('invalid_token', { cause }) : cause;
      }
    },
    baseUrlOf: () => 'http://127.0.0.1',
    limiterOf: () => undefined,
    logger: silentLogger,
  });
  await service.start();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    url,
    service,
    client: (token = anonymous) =>
      createClient(url, token, {
        auth: { persistSession: false },
        // supabase-js needs one on Node 20 even where realtime is not used.
        realtime: { transport: WebSocket as never },
      }),
    fetch: (path, { token, ...init } = {}) => {
      const headers = new Headers(init.headers);
      if (init.body != null && !headers.has('content-type')) {
        headers.set('content-type', 'application/json');
      }
      if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
      return fetch(`${url}/rest/v1${path}`, { ...init, headers });
    },
    close: async () => {
      await app.close();
      await service.close();
    },
  };
}
