import { randomBytes, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { AuthService, type AuthServiceOptions, authDefinition, type Mail } from '@plinth/auth';
import { defaultSettings, type Settings } from '@plinth/config';
import {
  type Caller,
  type Clock,
  callerFromClaims,
  type Jwk,
  JwtError,
  KeySet,
  kernelError,
  type Logger,
} from '@plinth/kernel';
import { createApp, mountService, RateLimiter, type Rates } from '@plinth/server';
import { createTestDatabase, silentLogger, type TestDatabase } from '@plinth/testkit';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import ws from 'ws';

/** A clock that a test can set forward. */
class TestClock implements Clock {
  offset = 0;

  now(): number {
    return Date.now() + this.offset;
  }

  advance(seconds: number): void {
    this.offset += seconds * 1000;
  }
}

/** An Auth API at work, for tests: real HTTP, real Postgres, mails kept in a list. */
export interface AuthBackend {
  readonly url: string;
  readonly authUrl: string;
  readonly anonKey: string;
  readonly serviceKey: string;
  readonly jwtSecret: string;
  readonly keySet: KeySet;
  readonly clock: TestClock;
  readonly service: AuthService;
  readonly database: TestDatabase;
  /** Mails sent, oldest first. */
  readonly mails: Mail[];
  readonly logged: { readonly message: string; readonly fields: Record<string, unknown> }[];
  /** A client of its own, as an application would make it. */
  client(options?: ClientOptions): SupabaseClient;
  admin(): SupabaseClient;
  /** A plain request below /auth/v1; `body` goes as JSON. */
  call(method: string, path: string, init?: CallInit): Promise<Answer>;
  /** A fresh service over the same database and keys with other settings. */
  configure(settings: Partial<Settings>, options?: Partial<AuthServiceOptions>): void;
  sign(claims: Record<string, unknown>, secret?: string): Promise<string>;
  close(): Promise<void>;
}

interface ClientOptions {
  readonly flowType?: 'implicit' | 'pkce';
}

interface CallInit {
  readonly body?: unknown;
  readonly raw?: string;
  readonly token?: string;
  readonly headers?: Record<string, string>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined where it is none. */
  readonly json: unknown;
  /** A text within the body: `text('user.id')`. Throws where there is none. */
  at(path: string): string;
}

export interface BackendOptions {
  readonly settings?: Partial<Settings>;
  readonly options?: Partial<AuthServiceOptions>;
  readonly rates?: Rates;
  readonly trustProxy?: boolean;
}

export async function startAuth(input: BackendOptions = {}): Promise<AuthBackend> {
  const database = await createTestDatabase();
  const clock = new TestClock();
  const keys = await makeKeys(clock);
  const mails: Mail[] = [];
  const logged: { message: string; fields: Record<string, unknown> }[] = [];
  const logger = keepingLogger(logged);
  const make = (settings: Partial<Settings>, options: Partial<AuthServiceOptions>): AuthService =>
    new AuthService({
      database: database.as('supabase_auth_admin'),
      settings: { ...defaultSettings(), 'auth.email.max_frequency': 0, ...settings },
      keys: { jwtSecret: keys.jwtSecret, signingKey: keys.signingKey, verifying: keys.keySet },
      mailer: {
        send: async (mail) => {
          mails.push(mail);
        },
        close: async () => {},
      },
      clock,
      random: { bytes: (length) => randomBytes(length), uuid: () => randomUUID() },
      logger,
      ...options,
    });
  let service = make(input.settings ?? {}, input.options ?? {});
  await service.start();
  const limiter = input.rates === undefined ? undefined : new RateLimiter(input.rates, clock);
  const app = createApp({ logger: silentLogger, trustProxy: input.trustProxy ?? false });
  let url = '';
  mountService(app, {
    definition: authDefinition,
    serviceOf: () => service,
    callerOf: (request) => resolveCaller(keys.keySet, request.headers),
    baseUrlOf: () => url,
    limiterOf: () => limiter,
    logger,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    url,
    authUrl: `${url}/auth/v1`,
    anonKey: keys.anonKey,
    serviceKey: keys.serviceKey,
    jwtSecret: keys.jwtSecret,
    keySet: keys.keySet,
    clock,
    get service() {
      return service;
    },
    database,
    mails,
    logged,
    client: (options) => makeClient(url, keys.anonKey, options),
    admin: () => makeClient(url, keys.serviceKey),
    call: (method, path, init) => call(`${url}/auth/v1${path}`, keys.anonKey, method, init),
    configure: (settings, options = {}) => {
      service = make(settings, options);
    },
    sign: (claims, secret) => signToken(claims, secret ?? keys.jwtSecret),
    close: async () => {
      await app.close();
      await service.close();
      await database.close();
    },
  };
}

interface TestKeys {
  readonly jwtSecret: string;
  readonly signingKey: Jwk;
  readonly keySet: KeySet;
  readonly anonKey: string;
  readonly serviceKey: string;
}

async function makeKeys(clock: Clock): Promise<TestKeys> {
  const jwtSecret = randomBytes(32).toString('hex');
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const signingKey: Jwk = { ...(await exportJWK(privateKey)), kty: 'EC', kid: randomUUID() };
  const secret: Jwk = { kty: 'oct', k: Buffer.from(jwtSecret).toString('base64url'), alg: 'HS256' };
  return {
    jwtSecret,
    signingKey,
    keySet: await KeySet.from([signingKey, secret], { clock }),
    anonKey: await signToken({ role: 'anon', iss: 'supabase' }, jwtSecret),
    serviceKey: await signToken({ role: 'service_role', iss: 'supabase' }, jwtSecret),
  };
}

function signToken(claims: Record<string, unknown>, secret: string): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret));
}

/** The gateway's caller, without API keys of the newer format. */
async function resolveCaller(keySet: KeySet, headers: Record<string, unknown>): Promise<Caller> {
  const bearer = /^bearer +(.*)$/i.exec(String(headers.authorization ?? ''))?.[1];
  const token = bearer ?? headers.apikey;
  if (token === undefined) return callerFromClaims('anonymous', {}, 'anon');
  try {
    const claims = await keySet.verify(String(token));
    return callerFromClaims(claims.sub === undefined ? 'publishable' : 'user', claims, 'anon');
  } catch (cause) {
    if (!(cause instanceof JwtError)) throw cause;
    throw kernelError('invalid_token', { message: cause.message, cause });
  }
}

function makeClient(url: string, key: string, options: ClientOptions = {}): SupabaseClient {
  const stored = new Map<string, string>();
  return createClient(url, key, {
    auth: {
      autoRefreshToken: false,
      persistSession: true,
      detectSessionInUrl: false,
      flowType: options.flowType ?? 'implicit',
      storageKey: randomUUID(),
      storage: {
        getItem: (name: string) => stored.get(name) ?? null,
        setItem: (name: string, value: string) => {
          stored.set(name, value);
        },
        removeItem: (name: string) => {
          stored.delete(name);
        },
      },
    },
    realtime: { transport: ws as never },
  });
}

async function call(
  url: string,
  anonKey: string,
  method: string,
  init: CallInit = {},
): Promise<Answer> {
  const body = init.raw ?? (init.body === undefined ? undefined : JSON.stringify(init.body));
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      apikey: anonKey,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(init.token !== undefined && { authorization: `Bearer ${init.token}` }),
      ...init.headers,
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return {
    status: response.status,
    headers: response.headers,
    text,
    json,
    at: (path) => textAt(json, path),
  };
}

function textAt(json: unknown, path: string): string {
  let value = json;
  for (const name of path.split('.')) value = (value as Record<string, unknown>)?.[name];
  if (typeof value === 'string') return value;
  throw new Error(`no text at ${path} of ${JSON.stringify(json)}`);
}

function keepingLogger(kept: { message: string; fields: Record<string, unknown> }[]): Logger {
  const keep = (fields: Readonly<Record<string, unknown>>, message: string): void => {
    kept.push({ message, fields });
  };
  const logger: Logger = {
    debug: () => {},
    info: keep,
    warn: keep,
    error: keep,
    isLevelEnabled: () => false,
    child: () => logger,
  };
  return logger;
}

/** A new address for each user of a test. */
export function someEmail(): string {
  return `user-${randomUUID().slice(0, 8)}@example.com`;
}

/** The code in a mail. */
export function codeIn(mail: Mail | undefined): string {
  const code = /^(\d{6,10})$/m.exec(mail?.text ?? '')?.[1];
  if (code === undefined) throw new Error('no code in the mail');
  return code;
}

/** The link in a mail. */
export function linkIn(mail: Mail | undefined): URL {
  const link = /https?:\/\/\S+\/verify\?\S+/.exec(mail?.text ?? '')?.[0];
  if (link === undefined) throw new Error('no link in the mail');
  return new URL(link);
}

/** Follows a link once and gives where it leads. */
export async function follow(link: URL): Promise<{ status: number; location: URL }> {
  const response = await fetch(link, { redirect: 'manual' });
  const location = response.headers.get('location');
  if (location === null) throw new Error(`no redirect but ${response.status}`);
  return { status: response.status, location: new URL(location) };
}
