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

test('a sign-up signs in at once where addresses need no confirmation', async () => {
  const email = someEmail();
  const client = auth.client();
  const { data, error } = await client.auth.signUp({
    email: email.toUpperCase(),
    password,
    options: { data: { name: 'Ada', email_verified: 'forged', sub: 'forged' } },
  });
  expect(error).toBeNull();
  expect(data.user?.email).toBe(email);
  expect(data.user?.user_metadata).toEqual({
    name: 'Ada',
    email,
    email_verified: true,
    phone_verified: false,
    sub: data.user?.id,
  });
  const claims = await auth.keySet.verify(data.session?.access_token ?? '');
  expect(claims).toMatchObject({
    iss: auth.authUrl,
    sub: data.user?.id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    aal: 'aal1',
    is_anonymous: false,
    app_metadata: { provider: 'email', providers: ['email'] },
    amr: [{ method: 'password', timestamp: claims.iat }],
  });
  const user = await client.auth.getUser();
  expect(user.data.user?.id).toBe(data.user?.id);
  expect(user.data.user?.identities).toHaveLength(1);
});

test('a response holds the members of GoTrue: unset times left out, an empty phone not', async () => {
  const email = someEmail();
  const { status, headers, json } = await auth.call('POST', '/signup', {
    body: { email, password },
  });
  expect(status).toBe(200);
  const session = json as { user: object };
  expect(Object.keys(session)).toEqual([
    'access_token',
    'token_type',
    'expires_in',
    'expires_at',
    'refresh_token',
    'user',
  ]);
  expect(Object.keys(session.user)).toEqual([
    'id',
    'aud',
    'role',
    'email',
    'email_confirmed_at',
    'phone',
    'confirmed_at',
    'last_sign_in_at',
    'app_metadata',
    'user_metadata',
    'identities',
    'created_at',
    'updated_at',
    'is_anonymous',
  ]);
  expect(session).toMatchObject({
    token_type: 'bearer',
    expires_in: 3600,
    refresh_token: expect.stringMatching(/^[a-z0-9]{12}$/),
    user: {
      phone: '',
      identities: [
        {
          identity_id: expect.any(String),
          id: expect.any(String),
          provider: 'email',
          email,
          identity_data: { email, email_verified: false, phone_verified: false },
        },
      ],
    },
  });
  expect(headers.get('sb-auth-user-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get('sb-auth-session-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get('sb-auth-refresh-token-prefix')).toHaveLength(5);
});

test('an address that needs confirmation gets a mail, whose link signs in', async () => {
  auth.configure({ 'auth.email.enable_confirmations': true });
  const email = someEmail();
  const client = auth.client();
  const { data } = await client.auth.signUp({ email, password });
  expect(data.session).toBeNull();
  expect(data.user).toMatchObject({ email, role: 'authenticated' });
  expect(data.user?.confirmation_sent_at).toBeDefined();
  expect(data.user?.email_confirmed_at).toBeUndefined();
  const early = await client.auth.signInWithPassword({ email, password });
  expect(early.error).toMatchObject({ code: 'email_not_confirmed', status: 400 });

  const mail = auth.mails.at(-1);
  expect(mail?.to).toBe(email);
  const { status, location } = await follow(linkIn(mail));
  expect(status).toBe(303);
  expect(location.origin).toBe('http://127.0.0.1:3000');
  const fragment = new URLSearchParams(location.hash.slice(1));
  expect([...fragment.keys()]).toEqual([
    'access_token',
    'expires_at',
    'expires_in',
    'refresh_token',
    'sb',
    'token_type',
    'type',
  ]);
  expect(fragment.get('type')).toBe('signup');
  const session = await client.auth.setSession({
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  });
  expect(session.data.user?.user_metadata.email_verified).toBe(true);
  expect(session.data.user?.identities?.[0]?.identity_data?.email_verified).toBe(true);
  const late = await client.auth.signInWithPassword({ email, password });
  expect(late.error).toBeNull();
});

test('the code of the same mail signs in too, once', async () => {
  auth.configure({ 'auth.email.enable_confirmations': true });
  const email = someEmail();
  const client = auth.client();
  await client.auth.signUp({ email, password });
  const code = codeIn(auth.mails.at(-1));
  const wrong = await client.auth.verifyOtp({ email, token: '000000', type: 'signup' });
  expect(wrong.error).toMatchObject({ code: 'otp_expired', status: 403 });
  const { data, error } = await client.auth.verifyOtp({ email, token: code, type: 'email' });
  expect(error).toBeNull();
  const claims = await auth.keySet.verify(data.session?.access_token ?? '');
  expect(claims.amr).toMatchObject([{ method: 'otp' }]);
  const again = await client.auth.verifyOtp({ email, token: code, type: 'email' });
  expect(again.error?.code).toBe('otp_expired');
});

test('who has an account is not told apart from a newcomer, and hears nothing', async () => {
  auth.configure({ 'auth.email.enable_confirmations': true });
  const email = someEmail();
  await auth.client().auth.signUp({ email, password });
  await follow(linkIn(auth.mails.at(-1)));
  const sent = auth.mails.length;
  const { data, error } = await auth
    .client()
    .auth.signUp({ email, password: 'another one', options: { data: { a: 1 } } });
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect(data.user).toMatchObject({ email, role: '', identities: [], user_metadata: { a: 1 } });
  expect(auth.mails).toHaveLength(sent);
  const [known] = await auth.database.query<{ id: string }>(
    sql`select id from auth.users where email = ${email}`,
  );
  expect(data.user?.id).not.toBe(known?.id);
});

test('who did not confirm gets another mail, and the first password stays', async () => {
  auth.configure({ 'auth.email.enable_confirmations': true });
  const email = someEmail();
  const first = await auth.client().auth.signUp({ email, password });
  const second = await auth.client().auth.signUp({ email, password: 'a stranger’s' });
  expect(second.data.user?.id).toBe(first.data.user?.id);
  expect(auth.mails.filter(({ to }) => to === email)).toHaveLength(2);
  await follow(linkIn(auth.mails.at(-1)));
  const signIn = await auth.client().auth.signInWithPassword({ email, password });
  expect(signIn.error).toBeNull();
});

test('without confirmation, a taken address is an error', async () => {
  const email = someEmail();
  await auth.client().auth.signUp({ email, password });
  const { error } = await auth.client().auth.signUp({ email, password });
  expect(error).toMatchObject({
    code: 'user_already_exists',
    status: 422,
    message: 'User already registered',
  });
});

test('twenty sign-ups of one address at once make one account', async () => {
  const email = someEmail();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => auth.call('POST', '/signup', { body: { email, password } })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
  const rows = await auth.database.query(sql`select id from auth.users where email = ${email}`);
  expect(rows).toHaveLength(1);
});

test('the project decides whether strangers may sign up', async () => {
  auth.configure({ 'auth.enable_signup': false });
  const { error } = await auth.client().auth.signUp({ email: someEmail(), password });
  expect(error).toMatchObject({
    code: 'signup_disabled',
    status: 422,
    message: 'Signups not allowed for this instance',
  });
  auth.configure({ 'auth.email.enable_signup': false });
  const disabled = await auth.client().auth.signUp({ email: someEmail(), password });
  expect(disabled.error).toMatchObject({ code: 'email_provider_disabled', status: 400 });
});

test('anonymous users sign in where the project allows it', async () => {
  const refused = await auth.client().auth.signInAnonymously();
  expect(refused.error).toMatchObject({ code: 'anonymous_provider_disabled', status: 422 });
  auth.configure({ 'auth.enable_anonymous_sign_ins': true });
  const { data, error } = await auth
    .client()
    .auth.signInAnonymously({ options: { data: { theme: 'dark' } } });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    is_anonymous: true,
    email: '',
    app_metadata: {},
    user_metadata: { theme: 'dark' },
    identities: [],
  });
  const claims = await auth.keySet.verify(data.session?.access_token ?? '');
  expect(claims).toMatchObject({ is_anonymous: true, amr: [{ method: 'anonymous' }] });
});

test('anonymous sign-ins of one address are limited', async () => {
  auth.configure({
    'auth.enable_anonymous_sign_ins': true,
    'auth.rate_limit.anonymous_users': 2,
  });
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const statuses: number[] = [];
  for (let i = 0; i < 3; i += 1) {
    statuses.push((await auth.call('POST', '/signup', { body: {}, headers })).status);
  }
  expect(statuses).toEqual([200, 200, 429]);
});

test('weak passwords are refused with their reasons', async () => {
  auth.configure({
    'auth.minimum_password_length': 8,
    'auth.password_requirements': 'lower_upper_letters_digits',
  });
  const { error } = await auth.client().auth.signUp({ email: someEmail(), password: 'short' });
  expect(error).toMatchObject({
    name: 'AuthWeakPasswordError',
    status: 422,
    reasons: ['length', 'characters'],
  });
  const { status, json } = await auth.call('POST', '/signup', {
    body: { email: someEmail(), password: 'short' },
  });
  expect(status).toBe(422);
  expect(json).toEqual({
    code: 422,
    error_code: 'weak_password',
    msg: expect.stringContaining('Password should be at least 8 characters.'),
    weak_password: { reasons: ['length', 'characters'] },
  });
});

test('what no account can be made of is refused', async () => {
  const cases: readonly (readonly [object, string, string?])[] = [
    [{ email: 'a@b.co' }, 'Signup requires a valid password'],
    [{ email: 'not an address', password }, 'Unable to validate email address: invalid format'],
    [
      { email: 'gr\u00fc\u00df@example.com', password },
      'Unable to validate email address: invalid format',
    ],
    [{ email: `${'a'.repeat(250)}@example.com`, password }, 'An email address is too long'],
    [{ email: 'a@b.co', password: 'x'.repeat(73) }, 'Password cannot be longer than 72 characters'],
    [
      { email: 'a@b.co', phone: '+4915112345678', password },
      'Only an email address or phone number should be provided on signup.',
    ],
    [
      { email: 'a@b.co', password, code_challenge: 'x'.repeat(43) },
      'PKCE flow requires code_challenge_method and code_challenge',
    ],
    [
      { email: 'a@b.co', password, code_challenge: 'short', code_challenge_method: 's256' },
      'code challenge has to be between 43 and 128 characters',
    ],
    [
      { phone: '+4915112345678', password },
      'Phone signups are disabled',
      'phone_provider_disabled',
    ],
  ];
  for (const [body, message, code = 'validation_failed'] of cases) {
    const { status, json } = await auth.call('POST', '/signup', { body });
    expect({ status, json }).toEqual({
      status: 400,
      json: { code: 400, error_code: code, msg: message },
    });
  }
});
