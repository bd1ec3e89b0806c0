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

beforeAll(async () => {
  auth = await startAuth();
});
beforeEach(() => auth.configure({}));
afterAll(() => auth.close());

async function signedIn(): Promise<{ client: SupabaseClient; email: string; id: string }> {
  const email = someEmail();
  const client = auth.client();
  const { data } = await client.auth.signUp({ email, password });
  return { client, email, id: data.user?.id ?? '' };
}

async function tokenOf(client: SupabaseClient): Promise<string> {
  return (await client.auth.getSession()).data.session?.access_token ?? '';
}

test('metadata is merged; null removes a member', async () => {
  const { client } = await signedIn();
  await client.auth.updateUser({ data: { name: 'Ada', theme: 'dark', nested: { a: 1 } } });
  const { data } = await client.auth.updateUser({ data: { theme: null, nested: { b: 2 } } });
  expect(data.user?.user_metadata).toMatchObject({ name: 'Ada', nested: { b: 2 } });
  expect(data.user?.user_metadata).not.toHaveProperty('theme');
});

test('ten changes of metadata at once all arrive', async () => {
  const { client } = await signedIn();
  const token = await tokenOf(client);
  await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      auth.call('PUT', '/user', { token, body: { data: { [`key${i}`]: i } } }),
    ),
  );
  const { data } = await client.auth.getUser();
  for (let i = 0; i < 10; i += 1) expect(data.user?.user_metadata[`key${i}`]).toBe(i);
});

test('app_metadata is not for users to change', async () => {
  const { client } = await signedIn();
  const { json } = await auth.call('PUT', '/user', {
    token: await tokenOf(client),
    body: { app_metadata: { role: 'boss' } },
  });
  expect(json).toEqual({
    code: 403,
    error_code: 'not_admin',
    msg: 'Updating app_metadata requires admin privileges',
  });
});

test('a new password ends the other sessions and voids pending codes', async () => {
  const { client, email } = await signedIn();
  const other = auth.client();
  await other.auth.signInWithPassword({ email, password });
  await auth.client().auth.signInWithOtp({ email });
  const mail = auth.mails.at(-1);
  expect((await client.auth.updateUser({ password: 'battery staple' })).error).toBeNull();
  expect((await client.auth.getUser()).error).toBeNull();
  expect((await auth.call('GET', '/user', { token: await tokenOf(other) })).status).toBe(403);
  const stale = await auth.client().auth.verifyOtp({ email, token: codeIn(mail), type: 'email' });
  expect(stale.error?.code).toBe('otp_expired');
});

test('the same password, a weak one and none are refused', async () => {
  const { client } = await signedIn();
  const same = await client.auth.updateUser({ password });
  expect(same.error).toMatchObject({
    code: 'same_password',
    status: 422,
    message: 'New password should be different from the old password.',
  });
  const weak = await client.auth.updateUser({ password: 'x' });
  expect(weak.error?.code).toBe('weak_password');
  const empty = await auth.call('PUT', '/user', {
    token: await tokenOf(client),
    body: { password: '' },
  });
  expect(empty.json).toMatchObject({ error_code: 'weak_password' });
});

test('an old session proves itself before a new password, where the project asks for it', async () => {
  auth.configure({ 'auth.email.secure_password_change': true });
  const { client, email } = await signedIn();
  expect((await client.auth.updateUser({ password: 'battery staple 1' })).error).toBeNull();
  auth.clock.advance(25 * 3600);
  await client.auth.refreshSession();
  const needed = await client.auth.updateUser({ password: 'battery staple 2' });
  expect(needed.error).toMatchObject({ code: 'reauthentication_needed', status: 400 });
  expect((await client.auth.reauthenticate()).error).toBeNull();
  const mail = auth.mails.at(-1);
  expect(mail).toMatchObject({ to: email, subject: expect.stringContaining(codeIn(mail)) });
  const wrong = await client.auth.updateUser({ password: 'battery staple 2', nonce: '000000' });
  expect(wrong.error).toMatchObject({ code: 'reauthentication_not_valid', status: 422 });
  const nonce = codeIn(mail);
  const right = await client.auth.updateUser({ password: 'battery staple 2', nonce });
  expect(right.error).toBeNull();
  const twice = await client.auth.updateUser({ password: 'battery staple 3', nonce });
  expect(twice.error?.code).toBe('reauthentication_not_valid');
});

test('the current password goes with a new one, where the project asks for it', async () => {
  const { email } = auth.service.policy;
  auth.configure({}, { policy: { email: { ...email, requireCurrentPassword: true } } });
  const { client } = await signedIn();
  const put = async (body: object): Promise<unknown> =>
    (await auth.call('PUT', '/user', { token: await tokenOf(client), body })).json;
  const fresh = 'battery staple';
  expect(await put({ password: fresh })).toMatchObject({ error_code: 'current_password_required' });
  expect(await put({ password: fresh, current_password: 'x' })).toMatchObject({
    error_code: 'current_password_invalid',
  });
  expect(await put({ password: fresh, current_password: password })).toMatchObject({
    aud: 'authenticated',
  });
});

test('a new address is confirmed by both, in either order, and the same code twice does not count', async () => {
  auth.configure({ 'auth.email.enable_confirmations': true });
  const email = someEmail();
  const client = auth.client();
  await client.auth.signUp({ email, password });
  await client.auth.verifyOtp({ email, token: codeIn(auth.mails.at(-1)), type: 'email' });
  const newEmail = someEmail();
  const { data, error } = await client.auth.updateUser({ email: newEmail });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, new_email: newEmail });
  const [toNew, toCurrent] = auth.mails.slice(-2);
  expect([toNew?.to, toCurrent?.to]).toEqual([newEmail, email]);
  const first = await follow(linkIn(toNew));
  expect(first.location.hash).toBe(
    '#message=Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email&sb=',
  );
  const twice = await follow(linkIn(toNew));
  expect(twice.location.hash).toContain('error_code=otp_expired');
  const second = await auth.call('POST', '/verify', {
    body: { type: 'email_change', token: codeIn(toCurrent), email },
  });
  expect(second.json).toMatchObject({
    user: { email: newEmail, app_metadata: { provider: 'email' } },
  });
  const { data: changed } = await client.auth.getUser();
  expect(changed.user?.email).toBe(newEmail);
  expect(changed.user?.new_email).toBeUndefined();
  expect(changed.user?.identities?.[0]).toMatchObject({
    email: newEmail,
    identity_data: { email: newEmail, email_verified: true },
  });
  const signIn = await auth.client().auth.signInWithPassword({ email: newEmail, password });
  expect(signIn.error).toBeNull();
});

test('half a confirmation by code says so', async () => {
  auth.configure({ 'auth.email.enable_confirmations': true });
  const { client, email } = await confirmedUser();
  await client.auth.updateUser({ email: someEmail() });
  const half = await auth.call('POST', '/verify', {
    body: { type: 'email_change', token: codeIn(auth.mails.at(-1)), email },
  });
  expect(half.json).toEqual({
    msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
    code: '200',
  });
});

test('one confirmation is enough where the project says so', async () => {
  auth.configure({
    'auth.email.enable_confirmations': true,
    'auth.email.double_confirm_changes': false,
  });
  const { client } = await confirmedUser();
  const newEmail = someEmail();
  const sent = auth.mails.length;
  await client.auth.updateUser({ email: newEmail });
  expect(auth.mails).toHaveLength(sent + 1);
  const { location } = await follow(linkIn(auth.mails.at(-1)));
  expect(location.hash).toContain('type=email_change');
  expect((await client.auth.getUser()).data.user?.email).toBe(newEmail);
});

test('the address of another user is refused, at once and at the confirmation', async () => {
  auth.configure({
    'auth.email.enable_confirmations': true,
    'auth.email.double_confirm_changes': false,
  });
  const taken = (await confirmedUser()).email;
  const { client } = await confirmedUser();
  const { error } = await client.auth.updateUser({ email: taken });
  expect(error).toMatchObject({ code: 'email_exists', status: 422 });
  const free = someEmail();
  await client.auth.updateUser({ email: free });
  const link = linkIn(auth.mails.at(-1));
  await auth.admin().auth.admin.createUser({ email: free, email_confirm: true });
  expect((await follow(link)).location.hash).toContain('error_code=email_exists');
});

test('an anonymous user becomes a permanent one by an address', async () => {
  auth.configure({ 'auth.enable_anonymous_sign_ins': true });
  const client = auth.client();
  await client.auth.signInAnonymously();
  const alone = await client.auth.updateUser({ password });
  expect(alone.error).toMatchObject({ code: 'validation_failed', status: 422 });
  const email = someEmail();
  const { data, error } = await client.auth.updateUser({ email, password });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    email,
    is_anonymous: false,
    app_metadata: { provider: 'email', providers: ['email'] },
  });
  expect((await auth.client().auth.signInWithPassword({ email, password })).error).toBeNull();
});

test('with confirmations an anonymous user stays one until the link is opened', async () => {
  auth.configure({
    'auth.enable_anonymous_sign_ins': true,
    'auth.email.enable_confirmations': true,
  });
  const client = auth.client();
  await client.auth.signInAnonymously();
  const email = someEmail();
  const { data } = await client.auth.updateUser({ email });
  expect(data.user).toMatchObject({ is_anonymous: true, new_email: email });
  await follow(linkIn(auth.mails.at(-1)));
  const { data: now } = await client.auth.getUser();
  expect(now.user).toMatchObject({ is_anonymous: false, email });
});

test('phone numbers are off', async () => {
  const { client } = await signedIn();
  const { error } = await client.auth.updateUser({ phone: '+491511234567' });
  expect(error).toMatchObject({ code: 'phone_provider_disabled', status: 400 });
});

test('one identity always stays; another one can go', async () => {
  const { client, id, email } = await signedIn();
  const identities = (await client.auth.getUserIdentities()).data?.identities ?? [];
  const [own] = identities;
  if (own === undefined) throw new Error('no identity');
  const off = await client.auth.unlinkIdentity(own);
  expect(off.error).toMatchObject({ code: 'manual_linking_disabled', status: 404 });
  auth.configure({ 'auth.enable_manual_linking': true });
  const last = await client.auth.unlinkIdentity(own);
  expect(last.error).toMatchObject({ code: 'single_identity_not_deletable', status: 422 });
  const work = someEmail();
  await auth.database.run(`
    insert into auth.identities (provider_id, user_id, provider, identity_data, created_at, updated_at)
    values ('gh-${id}', '${id}', 'github', '{"sub":"1","email":"${work}","email_verified":true}', now(), now())`);
  const unknown = await client.auth.unlinkIdentity({ ...own, identity_id: crypto.randomUUID() });
  expect(unknown.error).toMatchObject({ code: 'identity_not_found', status: 422 });
  expect((await client.auth.unlinkIdentity(own)).error).toBeNull();
  const { data } = await client.auth.getUser();
  expect(data.user).toMatchObject({
    email: work,
    app_metadata: { provider: 'github', providers: ['github'] },
  });
  expect(data.user?.identities).toHaveLength(1);
  expect(email).not.toBe(work);
});

test('what happened to an account is in the audit log', async () => {
  const { client, id } = await signedIn();
  await client.auth.updateUser({ password: 'battery staple' });
  await client.auth.signOut();
  const rows = await auth.database.query<{ action: string }>(
    sql`select payload ->> 'action' as action from auth.audit_log_entries
      where payload ->> 'actor_id' = ${id} order by created_at`,
  );
  expect(rows.map(({ action }) => action).toSorted()).toEqual([
    'login',
    'logout',
    'user_modified',
    'user_signedup',
    'user_updated_password',
  ]);
});

async function confirmedUser(): Promise<{ client: SupabaseClient; email: string }> {
  const email = someEmail();
  const client = auth.client();
  await client.auth.signUp({ email, password });
  await client.auth.verifyOtp({ email, token: codeIn(auth.mails.at(-1)), type: 'email' });
  return { client, email };
}
