import { sql } from '@plinth/postgres';
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

async function newUser(): Promise<string> {
  const email = someEmail();
  await auth.client().auth.signUp({ email, password });
  return email;
}

test('a link and a code sign in a user who has an account', async () => {
  const email = await newUser();
  const client = auth.client();
  expect((await client.auth.signInWithOtp({ email })).error).toBeNull();
  const mail = auth.mails.at(-1);
  expect(mail).toMatchObject({ to: email, subject: 'Sign in to 127.0.0.1:3000' });
  const link = linkIn(mail);
  expect(link.href).toMatch(
    /\/auth\/v1\/verify\?token=[0-9a-f]{56}&type=magiclink&redirect_to=http:\/\/127\.0\.0\.1:3000$/,
  );
  expect(mail?.html).toContain(codeIn(mail));
  const { data, error } = await client.auth.verifyOtp({
    email,
    token: codeIn(mail),
    type: 'email',
  });
  expect(error).toBeNull();
  expect(data.user?.email).toBe(email);
  const used = await follow(link);
  expect(used.location.hash).toBe(
    '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=',
  );
});

test('the hash of a link signs in without a redirect', async () => {
  const email = await newUser();
  const client = auth.client();
  await client.auth.signInWithOtp({ email });
  const token = linkIn(auth.mails.at(-1)).searchParams.get('token') ?? '';
  const { data, error } = await client.auth.verifyOtp({ token_hash: token, type: 'magiclink' });
  expect(error).toBeNull();
  expect(data.session).not.toBeNull();
});

test('a newcomer is signed up by the link, unless that is not wanted', async () => {
  const refused = await auth
    .client()
    .auth.signInWithOtp({ email: someEmail(), options: { shouldCreateUser: false } });
  expect(refused.error).toMatchObject({ code: 'otp_disabled', status: 422 });
  for (const confirmations of [false, true]) {
    auth.configure({ 'auth.email.enable_confirmations': confirmations });
    const email = someEmail();
    const client = auth.client();
    await client.auth.signInWithOtp({ email, options: { data: { name: 'Ada' } } });
    const mails = auth.mails.filter(({ to }) => to === email);
    expect(mails).toHaveLength(1);
    const { data, error } = await client.auth.verifyOtp({
      email,
      token: codeIn(mails[0]),
      type: 'email',
    });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toMatchObject({ name: 'Ada', email_verified: true });
  }
});

test('a new password is chosen after a recovery', async () => {
  const email = await newUser();
  const client = auth.client();
  await client.auth.resetPasswordForEmail(email, { redirectTo: 'http://127.0.0.1:3000/new' });
  const { location } = await follow(linkIn(auth.mails.at(-1)));
  expect(location.pathname).toBe('/new');
  const fragment = new URLSearchParams(location.hash.slice(1));
  expect(fragment.get('type')).toBe('recovery');
  await client.auth.setSession({
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  });
  expect((await client.auth.updateUser({ password: 'battery staple' })).error).toBeNull();
  const old = await auth.client().auth.signInWithPassword({ email, password });
  expect(old.error?.code).toBe('invalid_credentials');
  const now = await auth.client().auth.signInWithPassword({ email, password: 'battery staple' });
  expect(now.error).toBeNull();
});

test('a recovery of an unknown address has the same answer and no mail', async () => {
  const sent = auth.mails.length;
  const email = await newUser();
  const known = await auth.call('POST', '/recover', { body: { email } });
  const unknown = await auth.call('POST', '/recover', { body: { email: someEmail() } });
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  expect(auth.mails).toHaveLength(sent + 1);
});

test('codes run out', async () => {
  auth.configure({ 'auth.email.otp_expiry': 600 });
  const email = await newUser();
  const client = auth.client();
  await client.auth.signInWithOtp({ email });
  const mail = auth.mails.at(-1);
  auth.clock.advance(601);
  const { error } = await client.auth.verifyOtp({ email, token: codeIn(mail), type: 'email' });
  expect(error).toMatchObject({ code: 'otp_expired', message: 'Token has expired or is invalid' });
  const { location } = await follow(linkIn(mail));
  expect(location.hash).toContain('error_code=otp_expired');
});

test('a code cannot be guessed by trying: after twenty wrong ones a new one is needed', async () => {
  const email = await newUser();
  const client = auth.client();
  await client.auth.signInWithOtp({ email });
  const code = codeIn(auth.mails.at(-1));
  const wrong = code === '123456' ? '654321' : '123456';
  for (let i = 0; i < 20; i += 1) {
    await client.auth.verifyOtp({ email, token: wrong, type: 'email' });
  }
  const right = await client.auth.verifyOtp({ email, token: code, type: 'email' });
  expect(right.error?.code).toBe('otp_expired');
  await client.auth.signInWithOtp({ email });
  const next = await client.auth.verifyOtp({
    email,
    token: codeIn(auth.mails.at(-1)),
    type: 'email',
  });
  expect(next.error).toBeNull();
});

test('ten people who use one link at once make one session', async () => {
  const email = await newUser();
  await auth.client().auth.signInWithOtp({ email });
  const link = linkIn(auth.mails.at(-1));
  const led = await Promise.all(Array.from({ length: 10 }, () => follow(link)));
  const signedIn = led.filter(({ location }) => location.hash.includes('access_token='));
  expect(signedIn).toHaveLength(1);
});

test('a page asks before it uses the link up, for mails that programs look into', async () => {
  auth.configure(
    { 'auth.email.template': { magic_link: { contentPath: 'link.html' } } },
    { readTemplate: async () => '<a href="{{ .ConfirmationPageURL }}">Sign in</a>' },
  );
  const email = await newUser();
  await auth.client().auth.signInWithOtp({ email });
  const href = /href="([^"]+)"/.exec(auth.mails.at(-1)?.html ?? '')?.[1]?.replaceAll('&amp;', '&');
  for (let i = 0; i < 3; i += 1) {
    const page = await fetch(href ?? '');
    expect(page.headers.get('content-type')).toContain('text/html');
    const html = await page.text();
    const fields = [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value],
    );
    expect(fields).toHaveLength(3);
    if (i < 2) continue;
    const verify = new URL(`${auth.authUrl}/verify?${new URLSearchParams(fields)}`);
    expect((await follow(verify)).location.hash).toContain('access_token=');
  }
});

test('mails to one user keep their distance', async () => {
  auth.configure({ 'auth.email.max_frequency': 60 });
  const email = await newUser();
  await auth.call('POST', '/otp', { body: { email } });
  auth.clock.advance(10);
  const { json } = await auth.call('POST', '/otp', { body: { email } });
  expect(json).toEqual({
    code: 429,
    error_code: 'over_email_send_rate_limit',
    msg: expect.stringMatching(
      /^For security purposes, you can only request this after (49|50) seconds\.$/,
    ),
  });
  auth.clock.advance(51);
  expect((await auth.call('POST', '/otp', { body: { email } })).status).toBe(200);
});

test('a project with a mail server has a limit of mails per hour', async () => {
  auth.configure({ 'auth.email.smtp.host': 'mail.example.com', 'auth.rate_limit.email_sent': 2 });
  const email = await newUser();
  const statuses: number[] = [];
  for (let i = 0; i < 3; i += 1) {
    statuses.push((await auth.call('POST', '/recover', { body: { email } })).status);
  }
  expect(statuses).toEqual([200, 200, 429]);
});

test('a mail that is not accepted fails the request and leaves nothing behind', async () => {
  auth.configure(
    { 'auth.email.enable_confirmations': true },
    {
      mailer: {
        send: () => Promise.reject(new Error('connection refused')),
        close: async () => {},
      },
    },
  );
  const email = someEmail();
  const { status, json } = await auth.call('POST', '/signup', { body: { email, password } });
  expect(status).toBe(500);
  expect(json).toMatchObject({
    error_code: 'unexpected_failure',
    msg: 'Error sending confirmation email',
    error_id: expect.any(String),
  });
  const rows = await auth.database.query(sql`select id from auth.users where email = ${email}`);
  expect(rows).toEqual([]);
});

test('confirmations are sent again, and only where there is something to confirm', async () => {
  auth.configure({ 'auth.email.enable_confirmations': true });
  const email = someEmail();
  const client = auth.client();
  await client.auth.signUp({ email, password });
  const first = linkIn(auth.mails.at(-1));
  expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull();
  const second = linkIn(auth.mails.at(-1));
  expect((await follow(first)).location.hash).toContain('error_code=otp_expired');
  expect((await follow(second)).location.hash).toContain('access_token=');
  const sent = auth.mails.length;
  await client.auth.resend({ type: 'signup', email });
  await client.auth.resend({ type: 'signup', email: someEmail() });
  await client.auth.resend({ type: 'email_change', email });
  expect(auth.mails).toHaveLength(sent);
});

test('requests that make no sense say why', async () => {
  const cases: readonly (readonly [string, object, number, string, string])[] = [
    ['/otp', {}, 400, 'validation_failed', 'One of email or phone must be set'],
    ['/otp', { phone: '+49151123' }, 400, 'phone_provider_disabled', 'Unsupported phone provider'],
    ['/magiclink', {}, 422, 'validation_failed', 'Password recovery requires an email'],
    ['/recover', {}, 400, 'validation_failed', 'Password recovery requires an email'],
    [
      '/resend',
      { type: 'x' },
      400,
      'validation_failed',
      'Missing one of these types: signup, email_change, sms, phone_change',
    ],
    [
      '/resend',
      { type: 'signup' },
      400,
      'validation_failed',
      'Type provided requires an email address',
    ],
    ['/resend', { type: 'sms' }, 400, 'validation_failed', 'Type provided requires a phone number'],
    ['/verify', {}, 400, 'validation_failed', 'Verify requires a verification type'],
    [
      '/verify',
      { type: 'email' },
      400,
      'validation_failed',
      'Verify requires either a token or a token hash',
    ],
    [
      '/verify',
      { type: 'email', token: '1', token_hash: '2' },
      400,
      'validation_failed',
      'Verify requires either a token or a token hash',
    ],
    [
      '/verify',
      { type: 'email', token_hash: '2', email: 'a@b.co' },
      400,
      'validation_failed',
      'Only the token_hash and type should be provided',
    ],
    [
      '/verify',
      { type: 'x', token_hash: '2' },
      400,
      'validation_failed',
      'Invalid email verification type',
    ],
    [
      '/verify',
      { type: 'email', token: '2', email: 'x' },
      422,
      'validation_failed',
      'Invalid email format',
    ],
    [
      '/verify',
      { type: 'sms', token: '2', phone: '+49151123' },
      403,
      'otp_expired',
      'Token has expired or is invalid',
    ],
    [
      '/verify',
      { type: 'email', token_hash: 'abc' },
      403,
      'otp_expired',
      'Email link is invalid or has expired',
    ],
  ];
  for (const [path, body, status, code, msg] of cases) {
    const answer = await auth.call('POST', path, { body });
    expect({ path, json: answer.json }).toEqual({
      path,
      json: { code: status, error_code: code, msg },
    });
  }
  const get = await auth.call('GET', '/verify?token=abc');
  expect(get.json).toMatchObject({ msg: 'Verify requires a verification type' });
});

test('banned users get in by no way', async () => {
  const email = await newUser();
  const client = auth.client();
  const { data } = await client.auth.signInWithPassword({ email, password });
  await client.auth.signInWithOtp({ email });
  const mail = auth.mails.at(-1);
  const id = data.user?.id ?? '';
  await auth.admin().auth.admin.updateUserById(id, { ban_duration: '1h' });
  const byPassword = await auth.client().auth.signInWithPassword({ email, password });
  expect(byPassword.error).toMatchObject({ code: 'user_banned', status: 400 });
  const byCode = await auth.client().auth.verifyOtp({ email, token: codeIn(mail), type: 'email' });
  expect(byCode.error).toMatchObject({ code: 'user_banned', status: 403 });
  const token = data.session?.access_token ?? '';
  expect((await auth.call('GET', '/user', { token })).json).toMatchObject({
    code: 403,
    error_code: 'user_banned',
  });
  const refreshed = await auth.call('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: data.session?.refresh_token },
  });
  expect(refreshed.json).toMatchObject({
    error_code: 'user_banned',
    msg: 'Invalid Refresh Token: User Banned',
  });
  auth.clock.advance(3601);
  expect((await auth.client().auth.signInWithPassword({ email, password })).error).toBeNull();
});
