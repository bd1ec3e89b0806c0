import { createTestBackend, type TestBackend, type TestBackendOptions } from '@plinth/testkit';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import ws from 'ws';

/** A backend with clients of the three kinds of callers. */
export interface StorageBackend extends TestBackend {
  /** Base URL of the Storage API. */
  readonly api: string;
  readonly service: SupabaseClient;
  readonly anon: SupabaseClient;
  /** A client that is signed in as the user `id`. */
  user(id: string): Promise<SupabaseClient>;
  /** The access token of the user `id`. */
  token(id: string): Promise<string>;
  /** Calls the API as it is; `key` defaults to the service's. */
  call(path: string, init?: RequestInit & { readonly key?: string | null }): Promise<Response>;
}

export async function startStorage(options: TestBackendOptions = {}): Promise<StorageBackend> {
  const backend = await createTestBackend(options);
  const api = `${backend.url}/storage/v1`;
  const clientFor = (key: string, token = key): SupabaseClient =>
    createClient(backend.url, key, {
      realtime: { transport: ws as never },
      auth: { persistSession: false },
      global: { headers: { authorization: `Bearer ${token}` } },
    });
  return {
    ...backend,
    api,
    service: clientFor(backend.serviceRoleKey),
    anon: clientFor(backend.anonKey),
    user: async (id) => clientFor(backend.anonKey, await tokenOf(id, backend.jwtSecret)),
    token: (id) => tokenOf(id, backend.jwtSecret),
    call: (path, { key = backend.serviceRoleKey, ...init } = {}) =>
      fetch(`${api}${path}`, {
        ...init,
        headers: {
          ...(key !== null && { authorization: `Bearer ${key}` }),
          ...(init.headers as Record<string, string>),
        },
      }),
  };
}

function tokenOf(id: string, secret: string): Promise<string> {
  return new SignJWT({ sub: id, role: 'authenticated', aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret));
}
