import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/bcrypt';
import { sql } from '@plinth/postgres';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type AuthBackend,
  codeIn,
  follow,
  linkIn,
  someEmail,
  startAuth,
} from '../../../test/adapters/auth-backend.ts';

const password = 'correct horse';
let auth: AuthBackend;
let admin: SupabaseClient['auth']['admin'];

beforeAll(async () => {
  auth = await startAuth();
  admin = auth.admin().auth.admin;
});
beforeEach(() => auth.configure({}));
afterAll(() => auth.close());

test('an administrator makes a user who can sign in', async () => {
  const email = someEmail();
  const id = randomUUID();
  const { data, error } = await admin.createUser({
    id,
    email,
    password,
    email_confirm: true,
    role: 'editor',
    user_metadata: { name: 'Ada' },
    app_metadata: { plan: 'pro', provider: 'forged' },
  });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    id,
    email,
    role: 'editor',
    user_metadata: { name: 'Ada', email_verified: true },
    app_metadata: { plan: 'pro', providers: ['email'] },
    identities: [{ provider: 'email', identity_data: { email, email_verified: false } }],
  });
  const { data: signedIn } = await auth.client().auth.signInWithPassword({ email, password });
  const claims = await auth.keySet.verify(signedIn.session?.access_token ?? '');
  expect(claims.role).toBe('editor');
});

test('without a confirmation the user has to confirm first', async () => {
  const email = someEmail();
  await admin.createUser({ email, password });
  const { error } = await auth.client().auth.signInWithPassword({ email, password });
  expect(error?.code).toBe('email_not_confirmed');
});

test('a phone number is an identity of its own', async () => {
  const { data } = await admin.createUser({ phone: '+49 151 1234567', phone_confirm: true });
  expect(data.user).toMatchObject({
    phone: '491511234567',
    email: '',
    identities: [{ provider: 'phone', identity_data: { phone: '491511234567' } }],
  });
  const twice = await admin.createUser({ phone: '491511234567' });
  expect(twice.error).toMatchObject({ code: 'phone_exists', status: 422 });
});

test('users with passwords of another server move in', async () => {
  const email = someEmail();
  const moved = await admin.createUser({
    email,
    email_confirm: true,
    password_hash: await hash(password, { cost: 6, version: '2b' }),
  });
  expect(moved.error).toBeNull();
  expect((await auth.client().auth.signInWithPassword({ email, password })).error).toBeNull();
  for (const bad of [
    '$argon2id$v=19$m=65536,t=2,p=1$c2FsdA$aGFzaA',
    'plain text',
    '$2a$31$'.padEnd(60, 'a'),
  ]) {
    const { error } = await admin.createUser({ email: someEmail(), password_hash: bad });
    expect(error).toMatchObject({ code: 'validation_failed', status: 400 });
  }
});

test('what no user can be made of is refused', async () => {
  const taken = someEmail();
  const first = await admin.createUser({ email: taken });
  const cases: readonly (readonly [object, number, string, string])[] = [
    [{}, 400, 'validation_failed', 'Cannot create a user without either an email or phone'],
    [
      { email: taken },
      422,
      'email_exists',
      'A user with this email address has already been registered',
    ],
    [
      { email: someEmail(), id: 'x' },
      400,
      'validation_failed',
      'ID must conform to the uuid v4 format',
    ],
    [
      { email: someEmail(), id: '00000000-0000-0000-0000-000000000000' },
      400,
      'validation_failed',
      'ID cannot be a nil uuid',
    ],
    [
      { email: someEmail(), id: first.data.user?.id },
      422,
      'user_already_exists',
      'A user with this id already exists',
    ],
    [
      { email: someEmail(), password: 'a', password_hash: 'b' },
      400,
      'validation_failed',
      'Only a password or a password hash should be provided',
    ],
    [
      { email: someEmail(), password: 'x'.repeat(73) },
      400,
      'validation_failed',
      'Password cannot be longer than 72 characters',
    ],
    [
      { email: someEmail(), ban_duration: 'a week' },
      400,
      'validation_failed',
      'invalid format for ban duration: time: invalid duration "a week"',
    ],
  ];
  for (const [body, status, code, msg] of cases) {
    const { json } = await auth.call('POST', '/admin/users', { token: auth.serviceKey, body });
    expect(json).toEqual({ code: status, error_code: code, msg });
  }
});

test('an administrator changes everything without a confirmation', async () => {
  const email = someEmail();
  const { data } = await admin.createUser({ email, password, email_confirm: true });
  const id = data.user?.id ?? '';
  const client = auth.client();
  await client.auth.signInWithPassword({ email, password });
  const newEmail = someEmail();
  const { data: changed, error } = await admin.updateUserById(id, {
    email: newEmail,
    email_confirm: true,
    password: 'battery staple',
    user_metadata: { name: 'Grace' },
    app_metadata: { plan: 'free' },
    ban_duration: 'none',
  });
  expect(error).toBeNull();
  expect(changed.user).toMatchObject({
    email: newEmail,
    user_metadata: { name: 'Grace' },
    app_metadata: { plan: 'free', provider: 'email' },
    identities: [{ identity_data: { email: newEmail, email_verified: true } }],
  });
  expect((await client.auth.getUser()).error?.code).toBeUndefined();
  const signIn = await auth
    .client()
    .auth.signInWithPassword({ email: newEmail, password: 'battery staple' });
  expect(signIn.error).toBeNull();
  const other = someEmail();
  await admin.createUser({ email: other });
  const taken = await admin.updateUserById(id, { email: other });
  expect(taken.error).toMatchObject({ code: 'email_exists', status: 422 });
});

test('a user is found by id only', async () => {
  const { data } = await admin.createUser({ email: someEmail() });
  const found = await admin.getUserById(data.user?.id ?? '');
  expect(found.data.user?.email).toBe(data.user?.email);
  const unknown = await admin.getUserById(randomUUID());
  expect(unknown.error).toMatchObject({ code: 'user_not_found', status: 404 });
  const odd = await auth.call('GET', '/admin/users/me', { token: auth.serviceKey });
  expect(odd.json).toEqual({
    code: 404,
    error_code: 'validation_failed',
    msg: 'user_id must be an UUID',
  });
});

test('users are listed in pages, newest first, and searched', async () => {
  const fresh = await startAuth();
  try {
    for (let i = 0; i < 5; i += 1) {
      fresh.clock.advance(1);
      await fresh.admin().auth.admin.createUser({
        email: `person-${i}@example.com`,
        user_metadata: { full_name: i === 2 ? 'Ada Lovelace' : 'Somebody' },
      });
    }
    const { data } = await fresh.admin().auth.admin.listUsers({ page: 2, perPage: 2 });
    expect(data).toMatchObject({ total: 5, nextPage: 3, lastPage: 3 });
    expect(data.users.map(({ email }) => email)).toEqual([
      'person-2@example.com',
      'person-1@example.com',
    ]);
    const { json, headers } = await fresh.call('GET', '/admin/users?filter=ada%20love&per_page=1', {
      token: fresh.serviceKey,
    });
    expect(json).toMatchObject({
      aud: 'authenticated',
      users: [{ email: 'person-2@example.com', identities: null }],
    });
    expect(headers.get('x-total-count')).toBe('1');
    expect(headers.get('link')).toBe(
      '</admin/users?filter=ada+love&page=1&per_page=1>; rel="last"',
    );
    const oldest = await fresh.call('GET', '/admin/users?sort=created_at%20asc&per_page=1', {
      token: fresh.serviceKey,
    });
    expect(oldest.json).toMatchObject({ users: [{ email: 'person-0@example.com' }] });
    for (const query of ['page=x', 'per_page=-1', 'sort=email', 'sort=created_at%20sideways']) {
      const bad = await fresh.call('GET', `/admin/users?${query}`, { token: fresh.serviceKey });
      expect(bad.json).toMatchObject({ code: 400, error_code: 'validation_failed' });
    }
  } finally {
    await fresh.close();
  }
});

test('a deleted user is gone, its sessions too', async () => {
  const email = someEmail();
  const client = auth.client();
  const { data } = await client.auth.signUp({ email, password });
  expect((await admin.deleteUser(data.user?.id ?? '')).error).toBeNull();
  const answer = await auth.call('GET', '/user', { token: data.session?.access_token ?? '' });
  expect(answer.json).toMatchObject({ code: 403, error_code: 'user_not_found' });
  const again = await admin.deleteUser(data.user?.id ?? '');
  expect(again.error).toMatchObject({ code: 'user_not_found' });
});

test('a soft deletion leaves the row and nothing personal; the address is free again', async () => {
  const email = someEmail();
  const { data } = await auth
    .client()
    .auth.signUp({ email, password, options: { data: { name: 'Ada' } } });
  const id = data.user?.id ?? '';
  expect((await admin.deleteUser(id, true)).error).toBeNull();
  expect((await admin.deleteUser(id, true)).error).toBeNull();
  const [row] = await auth.database.query<{ text: string; deleted_at: Date }>(
    sql`select to_jsonb(u)::text || coalesce((select jsonb_agg(to_jsonb(i))::text
        from auth.identities i where i.user_id = u.id), '') as text, deleted_at
      from auth.users u where id = ${id}`,
  );
  expect(row?.deleted_at).not.toBeNull();
  expect(row?.text).not.toContain(email);
  expect(row?.text).not.toContain('Ada');
  expect((await auth.client().auth.signUp({ email, password })).error).toBeNull();
});

test('an invitation opens an account that waits for its password', async () => {
  const email = someEmail();
  const { data, error } = await admin.inviteUserByEmail(email, {
    data: { team: 'blue' },
    redirectTo: 'http://127.0.0.1:3000/welcome',
  });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, invited_at: expect.any(String) });
  const mail = auth.mails.at(-1);
  expect(mail?.subject).toBe('You are invited to 127.0.0.1:3000');
  const { location } = await follow(linkIn(mail));
  expect(location.pathname).toBe('/welcome');
  const fragment = new URLSearchParams(location.hash.slice(1));
  const client = auth.client();
  await client.auth.setSession({
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  });
  expect((await client.auth.updateUser({ password })).error).toBeNull();
  expect((await auth.client().auth.signInWithPassword({ email, password })).error).toBeNull();
  const again = await admin.inviteUserByEmail(email);
  expect(again.error).toMatchObject({ code: 'email_exists', status: 422 });
});

test('links are made for applications that send their own mails', async () => {
  auth.configure({ 'auth.email.enable_confirmations': true });
  const sent = auth.mails.length;
  const email = someEmail();
  const signUp = await admin.generateLink({ type: 'signup', email, password });
  expect(signUp.error).toBeNull();
  expect(signUp.data.properties).toMatchObject({
    email_otp: expect.stringMatching(/^\d{6}$/),
    hashed_token: expect.stringMatching(/^[0-9a-f]{56}$/),
    verification_type: 'signup',
    redirect_to: 'http://127.0.0.1:3000',
  });
  expect(signUp.data.user).toMatchObject({ email });
  await follow(new URL(signUp.data.properties?.action_link ?? ''));
  const again = await admin.generateLink({ type: 'signup', email, password });
  expect(again.error).toMatchObject({ code: 'email_exists', status: 422 });

  const magic = await admin.generateLink({ type: 'magiclink', email });
  const byCode = await auth.client().auth.verifyOtp({
    email,
    token: magic.data.properties?.email_otp ?? '',
    type: 'email',
  });
  expect(byCode.error).toBeNull();
  const recovery = await admin.generateLink({ type: 'recovery', email });
  const byHash = await auth.client().auth.verifyOtp({
    token_hash: recovery.data.properties?.hashed_token ?? '',
    type: 'recovery',
  });
  expect(byHash.error).toBeNull();
  const newcomer = await admin.generateLink({ type: 'magiclink', email: someEmail() });
  expect(newcomer.data.properties?.verification_type).toBe('signup');
  const invited = await admin.generateLink({ type: 'invite', email: someEmail() });
  expect(invited.data.user).toMatchObject({ invited_at: expect.any(String) });
  expect(auth.mails).toHaveLength(sent);
});

test('links for a change of address are two', async () => {
  auth.configure({ 'auth.email.enable_confirmations': true });
  const email = someEmail();
  const newEmail = someEmail();
  await admin.createUser({ email, password, email_confirm: true });
  const current = await admin.generateLink({ type: 'email_change_current', email, newEmail });
  const next = await admin.generateLink({ type: 'email_change_new', email, newEmail });
  const half = await follow(new URL(current.data.properties?.action_link ?? ''));
  expect(half.location.hash).toContain('message=');
  const whole = await auth.client().auth.verifyOtp({
    token_hash: next.data.properties?.hashed_token ?? '',
    type: 'email_change',
  });
  expect(whole.data.user?.email).toBe(newEmail);
});

test('links that cannot be made say why', async () => {
  const cases: readonly (readonly [object, number, string, string])[] = [
    [
      { type: 'x', email: 'a@b.co' },
      400,
      'validation_failed',
      'Invalid email action link type requested: x',
    ],
    [
      { type: 'recovery', email: someEmail() },
      404,
      'user_not_found',
      'User with this email not found',
    ],
    [
      { type: 'signup', email: someEmail() },
      400,
      'validation_failed',
      'Signup requires a valid password',
    ],
    [{ type: 'signup' }, 400, 'validation_failed', 'An email address is required'],
  ];
  for (const [body, status, code, msg] of cases) {
    const { json } = await auth.call('POST', '/admin/generate_link', {
      token: auth.serviceKey,
      body,
    });
    expect(json).toEqual({ code: status, error_code: code, msg });
  }
});

test('administration is for service_role', async () => {
  const { data } = await auth.client().auth.signUp({ email: someEmail(), password });
  const paths: readonly (readonly [string, string])[] = [
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${data.user?.id}`],
    ['PUT', `/admin/users/${data.user?.id}`],
    ['DELETE', `/admin/users/${data.user?.id}`],
    ['GET', `/admin/users/${data.user?.id}/factors`],
    ['POST', '/admin/generate_link'],
    ['GET', '/admin/audit'],
    ['POST', '/invite'],
    ['GET', '/admin/sso/providers'],
    ['GET', '/admin/oauth/clients'],
  ];
  for (const [method, path] of paths) {
    const bare = await auth.call(method, path);
    expect([path, bare.status, bare.headers.get('x-sb-error-code')]).toEqual([
      path,
      401,
      'no_authorization',
    ]);
    for (const token of [auth.anonKey, data.session?.access_token ?? '']) {
      const answer = await auth.call(method, path, { token });
      expect(answer.json).toEqual({
        code: 403,
        error_code: 'not_admin',
        msg: 'User not allowed',
      });
    }
  }
});

test('a role in a token counts while its session does', async () => {
  const email = someEmail();
  await admin.createUser({ email, password, email_confirm: true, role: 'service_role' });
  const client = auth.client();
  const { data } = await client.auth.signInWithPassword({ email, password });
  const token = data.session?.access_token ?? '';
  expect((await auth.call('GET', '/admin/users', { token })).status).toBe(200);
  await client.auth.signOut();
  expect((await auth.call('GET', '/admin/users', { token })).json).toMatchObject({
    error_code: 'session_not_found',
  });
});

test('the audit log is searched by author, action and type', async () => {
  const email = someEmail();
  await auth.client().auth.signUp({ email, password });
  const search = async (query: string): Promise<unknown> =>
    (await auth.call('GET', `/admin/audit?query=${query}`, { token: auth.serviceKey })).json;
  expect(await search(`author:${email}`)).toMatchObject([
    { payload: { actor_username: email, actor_via_sso: false }, ip_address: '127.0.0.1' },
    {},
  ]);
  expect(await search('action:user_signedup')).toContainEqual(
    expect.objectContaining({ payload: expect.objectContaining({ log_type: 'team' }) }),
  );
  expect(await search('planet:x')).toMatchObject({ msg: 'Invalid query scope: planet:x' });
});

test('second factors are an empty list', async () => {
  const { data } = await admin.createUser({ email: someEmail() });
  const factors = await admin.mfa.listFactors({ userId: data.user?.id ?? '' });
  expect(factors).toMatchObject({ data: { factors: [] }, error: null });
});

test('the server itself makes and counts users without HTTP', async () => {
  const before = await auth.service.users.count();
  const email = someEmail();
  const made = await auth.service.users.create({ email, password, name: 'Ada' });
  expect(made).toMatchObject({ email, name: 'Ada', confirmed: true });
  expect(await auth.service.users.get(made.id)).toEqual(made);
  expect(await auth.service.users.findByEmail(email.toUpperCase())).toEqual(made);
  expect(await auth.service.users.count()).toBe(before + 1);
  expect((await auth.client().auth.signInWithPassword({ email, password })).error).toBeNull();
  await expect(auth.service.users.create({ email, password })).rejects.toMatchObject({
    code: 'email_exists',
  });
  expect(await auth.service.users.delete(made.id)).toBe(true);
  expect(await auth.service.users.delete(made.id)).toBe(false);
  expect(await auth.service.users.get(made.id)).toBeUndefined();
});

test('codes of invitations work like links', async () => {
  const email = someEmail();
  await admin.inviteUserByEmail(email);
  const { error } = await auth.client().auth.verifyOtp({
    email,
    token: codeIn(auth.mails.at(-1)),
    type: 'invite',
  });
  expect(error).toBeNull();
});
