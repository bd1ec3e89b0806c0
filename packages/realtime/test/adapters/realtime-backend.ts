import { createTestBackend, type TestBackend, type TestBackendOptions } from '@plinth/testkit';
import {
  type RealtimeChannel,
  RealtimeClient,
  type RealtimeClientOptions,
} from '@supabase/realtime-js';
import { SignJWT } from 'jose';
import ws from 'ws';

/** A backend with clients of realtime-js. */
export interface RealtimeBackend extends TestBackend {
  /** Where clients connect, without `/websocket`. */
  readonly endpoint: string;
  /** A client of the anon key, or of `key`; disconnected when the backend closes. */
  client(key?: string, options?: Partial<RealtimeClientOptions>): RealtimeClient;
  /** A token of a user; `seconds` is how long it lives. */
  token(id: string, seconds?: number, claims?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Calls the HTTP API as it is. */
  call(path: string, init?: RequestInit): Promise<Response>;
}

export async function startRealtime(options: TestBackendOptions = {}): Promise<RealtimeBackend> {
  const backend = await createTestBackend({
    ...options,
    settings: { 'realtime.refusal_delay': 0, ...options.settings },
  });
  const endpoint = `${backend.url.replace(/^http/, 'ws')}/realtime/v1`;
  const clients: RealtimeClient[] = [];
  return {
    ...backend,
    get storage() {
      return backend.storage;
    },
    endpoint,
    client: (key = backend.anonKey, more = {}) => {
      const { params, ...rest } = more;
      const client = new RealtimeClient(endpoint, {
        transport: ws as never,
        params: { apikey: key, ...params },
        ...rest,
      });
      clients.push(client);
      return client;
    },
    token: (id, seconds = 3600, claims = {}) => {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({ sub: id, role: 'authenticated', ...claims })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setExpirationTime(now + seconds)
        .sign(new TextEncoder().encode(backend.jwtSecret));
    },
    call: (path, init) => fetch(`${backend.url}/realtime/v1${path}`, init),
    close: async () => {
      for (const client of clients) await client.disconnect();
      await backend.close();
    },
  };
}

/** Resolves once the channel is subscribed; rejects with what it says instead. */
export function subscribed(channel: RealtimeChannel): Promise<RealtimeChannel> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve(channel);
      else reject(error ?? new Error(status));
    });
  });
}
