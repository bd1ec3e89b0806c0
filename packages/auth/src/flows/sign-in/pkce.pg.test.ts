import { createHash, randomBytes } from 'node:crypto';
import { sql } from '@plinth/postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type Answer,
  type AuthBackend,
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

interface Proof {
  readonly verifier: string;
  readonly body: { code_challenge: string; code_challenge_method: string };
}

function proof(): Proof {
  const verifier = randomBytes(40).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return { verifier, body: { code_challenge: challenge, code_challenge_method: 's256' } };
}

function exchange(code: string, verifier: string): Promise<Answer> {
  return auth.call('POST', '/token?grant_type=pkce', {
    body: { auth_code: code, code_verifier: verifier },
  });
}

async function codeFor(path: string, body: object): Promise<string> {
  const answer = await auth.call('POST', path, { body });
  expect(answer.status).toBe(200);
  const { status, location } = await follow(linkIn(auth.mails.at(-1)));
  expect(status).toBe(303);
  expect(location.hash).toBe('');
  return location.searchParams.get('code') ?? '';
}

test('the real client signs in by a link and a code exchange', async () => {
  const email = someEmail();
  await auth.client().auth.signUp({ email, password });
  const client = auth.client({ flowType: 'pkce' });
  await client.auth.signInWithOtp({
    email,
    options: { emailRedirectTo: 'http://127.0.0.1:3000/callback?next=%2Fhome' },
  });
  const link = linkIn(auth.mails.at(-1));
  expect(link.searchParams.get('token')).toMatch(/^pkce_[0-9a-f]{56}$/);
  const { location } = await follow(link);
  expect(location.pathname).toBe('/callback');
  expect(location.searchParams.get('next')).toBe('/home');
  const { data, error } = await client.auth.exchangeCodeForSession(
    location.searchParams.get('code') ?? '',
  );
  expect(error).toBeNull();
  expect(data.user?.email).toBe(email);
  const claims = await auth.keySet.verify(data.session?.access_token ?? '');
  expect(claims.amr).toMatchObject([{ method: 'magiclink' }]);
});

test('sign-up, recovery and change of address end in an exchange too', async () => {
  auth.configure({ 'auth.email.enable_confirmations': true });
  const email = someEmail();
  const signUp = proof();
  const signUpCode = await codeFor('/signup', { email, password, ...signUp.body });
  const session = await exchange(signUpCode, signUp.verifier);
  expect(session.json).toMatchObject({ user: { email, user_metadata: { email_verified: true } } });
  const recovery = proof();
  const recoveryCode = await codeFor('/recover', { email, ...recovery.body });
  const recovered = await exchange(recoveryCode, recovery.verifier);
  const claims = await auth.keySet.verify(recovered.at('access_token'));
  expect(claims.amr).toMatchObject([{ method: 'recovery' }]);
});

test('a code is good once, for five minutes, and only with its verifier', async () => {
  const email = someEmail();
  await auth.client().auth.signUp({ email, password });
  const { verifier, body } = proof();
  const code = await codeFor('/otp', { email, ...body });
  const wrong = await exchange(code, proof().verifier);
  expect(wrong.json).toEqual({
    code: 400,
    error_code: 'bad_code_verifier',
    msg: 'code challenge does not match previously saved code verifier',
  });
  expect((await exchange(code, verifier)).status).toBe(200);
  const gone = { code: 404, error_code: 'flow_state_not_found' };
  expect((await exchange(code, verifier)).json).toMatchObject(gone);
  expect((await exchange('nonsense', verifier)).json).toMatchObject(gone);
  const late = proof();
  const lateCode = await codeFor('/otp', { email, ...late.body });
  auth.clock.advance(301);
  expect((await exchange(lateCode, late.verifier)).json).toEqual({
    code: 422,
    error_code: 'flow_state_expired',
    msg: 'invalid flow state, flow state has expired',
  });
});

test('the five minutes begin when the link is opened', async () => {
  auth.configure({ 'auth.email.enable_confirmations': true });
  const { verifier, body } = proof();
  await auth.call('POST', '/signup', { body: { email: someEmail(), password, ...body } });
  auth.clock.advance(1800);
  const { location } = await follow(linkIn(auth.mails.at(-1)));
  const answer = await exchange(location.searchParams.get('code') ?? '', verifier);
  expect(answer.status).toBe(200);
});

test('ten exchanges of one code at once give one session', async () => {
  const email = someEmail();
  await auth.client().auth.signUp({ email, password });
  const { verifier, body } = proof();
  const code = await codeFor('/otp', { email, ...body });
  const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(code, verifier)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a failed link tells a code flow in the query too', async () => {
  const { location } = await follow(
    new URL(`${auth.authUrl}/verify?type=magiclink&token=pkce_${'0'.repeat(56)}`),
  );
  expect(location.searchParams.get('error_code')).toBe('otp_expired');
  expect(location.searchParams.get('error')).toBe('access_denied');
  expect(new URLSearchParams(location.hash.slice(1)).get('error_code')).toBe('otp_expired');
});

test('plain challenges work; other methods are refused', async () => {
  const email = someEmail();
  await auth.client().auth.signUp({ email, password });
  const verifier = randomBytes(40).toString('base64url');
  const plain = { code_challenge: verifier, code_challenge_method: 'plain' };
  const code = await codeFor('/otp', { email, ...plain });
  expect((await exchange(code, verifier)).status).toBe(200);
  const odd = await auth.call('POST', '/otp', {
    body: { email, code_challenge: verifier, code_challenge_method: 'md5' },
  });
  expect(odd.status).toBe(400);
  const rows = await auth.database.query(
    sql`select 1 from auth.flow_state where auth_code = ${code}`,
  );
  expect(rows).toEqual([]);
});
