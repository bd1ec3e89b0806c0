import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  connectOld,
  joined,
  left,
  type OldClient,
  type OldName,
} from '../../test/adapters/older-clients.ts';
import { type RealtimeBackend, startRealtime } from '../../test/adapters/realtime-backend.ts';

let backend: RealtimeBackend;
beforeAll(async () => {
  backend = await startRealtime();
});
afterAll(() => backend.close());

const names: readonly OldName[] = ['realtime-js-0', 'realtime-js-1'];

const connect = (name: OldName): OldClient => connectOld(name, backend.endpoint, backend.anonKey);

test.each(names)('%s joins, hears and says, leaves and comes back', async (name) => {
  const [one, two] = [connect(name), connect(name)];
  const [sender, receiver] = [one.channel('realtime:old'), two.channel('realtime:old')];
  const heard: unknown[] = [];
  receiver.on('broadcast', (payload) => heard.push(payload));
  expect(await Promise.all([joined(sender), joined(receiver)])).toEqual(
    Array(2).fill({ postgres_changes: [expect.objectContaining({ schema: 'old' })] }),
  );
  const message = { type: 'broadcast', event: 'e', payload: { n: 1 } };
  sender.push('broadcast', message);
  await vi.waitFor(() => expect(heard).toEqual([message]));
  await left(sender);
  const again = one.channel('realtime:old');
  await joined(again);
  again.push('broadcast', message);
  await vi.waitFor(() => expect(heard).toHaveLength(2));
});

test.each(names)('%s hears what a client of today sends, and the other way round', async (name) => {
  const old = connect(name).channel('realtime:ages');
  const heard: unknown[] = [];
  old.on('broadcast', (payload) => heard.push(payload));
  await joined(old);
  const today = backend.client().channel('ages');
  const got: unknown[] = [];
  today.on('broadcast', { event: 'hello' }, (message) => got.push(message));
  await new Promise<void>((resolve) => {
    today.subscribe((status) => status === 'SUBSCRIBED' && resolve());
  });
  const message = { type: 'broadcast' as const, event: 'hello', payload: { n: 1 } };
  await today.send(message);
  await vi.waitFor(() => expect(heard).toEqual([message]));
  old.push('broadcast', message);
  await vi.waitFor(() => expect(got).toEqual([message]));
  today.unsubscribe();
});
