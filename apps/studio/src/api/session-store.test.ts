import { expect, test, vi } from 'vitest';
import { memoryStore } from '../lib/state/memory-store.ts';
import {
  type Exclusively,
  type RefreshOutcome,
  type Session,
  SessionStore,
} from './session-store.ts';

const start = 1_000_000;
const session = (accessToken: string, expiresAt: number): Session => ({
  accessToken,
  refreshToken: `refresh of ${accessToken}`,
  expiresAt,
  email: 'ada@example.com',
});

/** One lock for all tabs of a test. */
function sharedLock(): Exclusively {
  let last: Promise<unknown> = Promise.resolve();
  return (_name, work) => {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  };
}

function setUp(outcome: (token: string) => Promise<RefreshOutcome> | RefreshOutcome) {
  const storage = memoryStore();
  const exclusively = sharedLock();
  const refresh = vi.fn(async (token: string) => outcome(token));
  const tab = () => new SessionStore({ storage, exclusively, refresh, now: () => start * 1000 });
  return { storage, refresh, tab };
}

test('a token with time left is used as it is', async () => {
  const { tab, refresh } = setUp(() => 'refused');
  const store = tab();
  store.set(session('a', start + 3600));
  expect(await store.accessToken()).toBe('a');
  expect(refresh).not.toHaveBeenCalled();
});

test('a token about to end is renewed once, whoever asks', async () => {
  const { tab, refresh } = setUp(() => session('b', start + 3600));
  const store = tab();
  store.set(session('a', start + 30));
  const tokens = await Promise.all([store.accessToken(), store.accessToken(), store.accessToken()]);
  expect(tokens).toEqual(['b', 'b', 'b']);
  expect(refresh).toHaveBeenCalledExactlyOnceWith('refresh of a');
});

test('two tabs renew once between them, and both hold the new session', async () => {
  const { tab, refresh } = setUp(() => session('b', start + 3600));
  const first = tab();
  first.set(session('a', start + 30));
  const second = tab();
  expect(await Promise.all([first.accessToken(), second.accessToken()])).toEqual(['b', 'b']);
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('a refused refresh signs out in every tab', async () => {
  const { tab } = setUp(() => 'refused');
  const first = tab();
  first.set(session('a', start - 10));
  const second = tab();
  expect(await first.accessToken()).toBeNull();
  expect(first.ended).toBe(true);
  second.adopt('plinth.session');
  expect(second.get()).toBeNull();
});

test('a session that a member ends has not run out', async () => {
  const { tab } = setUp(() => 'refused');
  const store = tab();
  store.set(session('a', start + 3600));
  store.set(null);
  expect(store.ended).toBe(false);
});

test('a server that does not answer costs nobody the session', async () => {
  const { tab } = setUp(() => 'unreachable');
  const store = tab();
  store.set(session('a', start - 10));
  await store.accessToken();
  expect(store.get()?.refreshToken).toBe('refresh of a');
});

test('a token refused by the server is renewed although it had time left', async () => {
  const { tab, refresh } = setUp(() => session('b', start + 3600));
  const store = tab();
  store.set(session('a', start + 3600));
  await store.renew('a');
  expect(store.get()?.accessToken).toBe('b');
  await store.renew('a');
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('listeners hear of a change in this tab and in others', () => {
  const { tab } = setUp(() => 'refused');
  const first = tab();
  const second = tab();
  const heard = vi.fn();
  second.subscribe(heard);
  first.set(session('a', start + 3600));
  second.adopt('something.else');
  expect(heard).not.toHaveBeenCalled();
  second.adopt('plinth.session');
  expect(second.get()?.accessToken).toBe('a');
  expect(heard).toHaveBeenCalledTimes(1);
});

test('what is not a session in storage is no session', () => {
  const { storage, tab } = setUp(() => 'refused');
  storage.set('plinth.session', '{"accessToken": 7}');
  expect(tab().get()).toBeNull();
});
