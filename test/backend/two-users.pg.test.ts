import { createTestBackend, type TestBackend } from '@plinth/testkit';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf } from './supabase-js.ts';

let backend: TestBackend;

const schema = `
  create table notes (
    id bigint generated always as identity primary key,
    owner uuid not null default auth.uid() references auth.users on delete cascade,
    body text not null,
    public boolean not null default false
  );
  alter table notes enable row level security;
  create policy own on notes to authenticated using (owner = auth.uid()) with check (owner = auth.uid());
  create policy published on notes for select to anon, authenticated using (public);
  create table profiles (id uuid primary key references auth.users on delete cascade, name text);
  create function handle_new_user() returns trigger language plpgsql security definer set search_path = '' as $$
  begin
    insert into public.profiles values (new.id, new.raw_user_meta_data ->> 'name');
    return new;
  end $$;
  create trigger on_auth_user_created after insert on auth.users
    for each row execute function handle_new_user();`;

beforeAll(async () => {
  backend = await createTestBackend({ schema });
});

afterAll(() => backend.close());

async function signUp(name: string) {
  const client = clientOf(backend, backend.anonKey);
  const { data, error } = await client.auth.signUp({
    email: `${name}@example.com`,
    password: 'correct horse',
    options: { data: { name } },
  });
  expect(error).toBeNull();
  return { client, user: data.user, session: data.session };
}

test('two users sign up; row level security keeps their rows apart; anon sees what policies allow', async () => {
  const ada = await signUp('ada');
  const bob = await signUp('bob');
  expect(ada.session?.access_token).toBeTruthy();

  const insert = await ada.client
    .from('notes')
    .insert([
      { body: 'mine', public: false },
      { body: 'for all', public: true },
    ])
    .select();
  expect(insert.error).toBeNull();
  expect(insert.data?.map(({ body, owner }) => [body, owner])).toEqual([
    ['mine', ada.user?.id],
    ['for all', ada.user?.id],
  ]);

  const bodies = async (client: typeof ada.client) => {
    const { data, error } = await client.from('notes').select('body').order('id');
    expect(error).toBeNull();
    return data?.map(({ body }) => body);
  };
  expect(await bodies(ada.client)).toEqual(['mine', 'for all']);
  expect(await bodies(bob.client)).toEqual(['for all']);
  expect(await bodies(clientOf(backend, backend.anonKey))).toEqual(['for all']);
  expect(await bodies(clientOf(backend, backend.publishableKey))).toEqual(['for all']);
  expect(await bodies(clientOf(backend, backend.serviceRoleKey))).toEqual(['mine', 'for all']);
  expect(await bodies(clientOf(backend, backend.secretKey))).toEqual(['mine', 'for all']);

  const theft = await bob.client.from('notes').insert({ body: 'stolen', owner: ada.user?.id });
  expect(theft).toMatchObject({ status: 403, error: { code: '42501' } });
  const vandalism = await bob.client
    .from('notes')
    .update({ body: 'changed' })
    .eq('body', 'mine')
    .select();
  expect(vandalism.data).toEqual([]);
  const trespass = await clientOf(backend, backend.anonKey).from('notes').insert({ body: 'x' });
  expect(trespass.status).toBe(401);
});

test('a trigger on auth.users has run inside the sign-up', async () => {
  const { user } = await signUp('cleo');
  const { data } = await clientOf(backend, backend.serviceRoleKey)
    .from('profiles')
    .select('name')
    .eq('id', user?.id)
    .single();
  expect(data).toEqual({ name: 'cleo' });
});

test('a forged, expired, wrong-key or unsigned token is refused by every service', async () => {
  const { session } = await signUp('dora');
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { sub: session?.user.id ?? '', role: 'service_role' };
  const sign = (secret: string, expires: number) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setExpirationTime(expires)
      .sign(new TextEncoder().encode(secret));
  const now = Math.floor(Date.now() / 1000);
  const [header, payload, signature] = (session?.access_token ?? '').split('.');
  const forged = {
    'a changed payload': `${header}.${encode(claims)}.${signature}`,
    'another secret': await sign('not the secret of this project, but long enough', now + 600),
    expired: await sign(backend.jwtSecret, now - 600),
    unsigned: `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`,
    'a cut signature': `${header}.${payload}.${signature?.slice(0, -4)}`,
    nonsense: 'nonsense',
  };
  for (const [what, token] of Object.entries(forged)) {
    const headers = { apikey: backend.anonKey, authorization: `Bearer ${token}` };
    const data = await fetch(`${backend.url}/rest/v1/notes`, { headers });
    expect([what, data.status]).toEqual([what, 401]);
    const user = await fetch(`${backend.url}/auth/v1/user`, { headers });
    expect([what, user.status]).toEqual([what, 403]);
    const admin = await fetch(`${backend.url}/auth/v1/admin/users`, { headers });
    expect([what, [401, 403].includes(admin.status)]).toEqual([what, true]);
    const console = await fetch(`${backend.url}/console/v1/projects`, { headers });
    expect([what, console.status]).toEqual([what, 401]);
  }
});

test('what a user may not do, an administrator may', async () => {
  const { client } = await signUp('emil');
  expect((await client.auth.admin.listUsers()).error?.status).toBe(403);
  const admin = clientOf(backend, backend.serviceRoleKey);
  const { data, error } = await admin.auth.admin.listUsers();
  expect(error).toBeNull();
  expect(data.users.some(({ email }) => email === 'emil@example.com')).toBe(true);
});

test('a project user is nobody to the console', async () => {
  const { session } = await signUp('fred');
  const answer = await fetch(`${backend.url}/console/v1/projects`, {
    headers: { authorization: `Bearer ${session?.access_token}` },
  });
  expect(answer.status).toBe(401);
});
