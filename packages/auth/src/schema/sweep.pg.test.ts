import { sql } from '@plinth/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthBackend, someEmail, startAuth } from '../../test/adapters/auth-backend.ts';
import { sweep } from './sweep.ts';

const password = 'correct horse';
let auth: AuthBackend;

beforeAll(async () => {
  auth = await startAuth({ settings: { 'auth.sessions.inactivity_timeout': 3600 } });
});
afterAll(() => auth.close());

test('what has served its time goes, what is in use stays', async () => {
  const email = someEmail();
  const old = await auth.client().auth.signUp({ email, password });
  await auth.call('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: old.data.session?.refresh_token },
  });
  await auth.call('POST', '/otp', {
    body: { email, code_challenge: 'x'.repeat(43), code_challenge_method: 's256' },
  });
  auth.clock.advance(26 * 3600);
  const { data } = await auth.client().auth.signInWithPassword({ email, password });
  expect(await sweep(auth.service)).toBe(3);
  const sessions = await auth.database.query(
    sql`select 1 from auth.sessions where user_id = ${data.user?.id ?? ''}`,
  );
  expect(sessions).toHaveLength(1);
  expect(await auth.database.query(sql`select 1 from auth.flow_state`)).toEqual([]);
  const fresh = await auth.call('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: data.session?.refresh_token },
  });
  expect(fresh.status).toBe(200);
  expect(await sweep(auth.service)).toBe(0);
});
