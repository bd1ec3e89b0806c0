import { expect, test } from 'vitest';
import type { AuthUser } from '../../api/project-auth.ts';
import { nameOf, stateOf } from './use-users.ts';

const user = (change: Partial<AuthUser>): AuthUser => ({
  id: 'u-1',
  created_at: '2026-11-20T10:00:00Z',
  app_metadata: {},
  user_metadata: {},
  ...change,
});
const now = Date.parse('2026-11-20T12:00:00Z');

test('the state of an account', () => {
  const confirmed = { email_confirmed_at: '2026-11-20T11:00:00Z' };
  expect(stateOf(user({}), now)).toBe('unconfirmed');
  expect(stateOf(user({ invited_at: '2026-11-20T11:00:00Z' }), now)).toBe('invited');
  expect(stateOf(user(confirmed), now)).toBe('active');
  expect(stateOf(user({ ...confirmed, banned_until: '2099-01-01T00:00:00Z' }), now)).toBe('banned');
  expect(stateOf(user({ ...confirmed, banned_until: '2026-11-19T00:00:00Z' }), now)).toBe('active');
  expect(stateOf(user({ is_anonymous: true }), now)).toBe('anonymous');
});

test('who has no email goes by the phone, or the id', () => {
  expect(nameOf(user({ email: 'ada@example.com' }))).toBe('ada@example.com');
  expect(nameOf(user({ email: '', phone: '4179000000' }))).toBe('4179000000');
  expect(nameOf(user({ email: '', phone: '' }))).toBe('u-1');
});
