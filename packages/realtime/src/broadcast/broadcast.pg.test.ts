import type { RealtimeChannel } from '@supabase/realtime-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type RealtimeBackend,
  startRealtime,
  subscribed,
} from '../../test/adapters/realtime-backend.ts';

let backend: RealtimeBackend;
beforeAll(async () => {
  backend = await startRealtime();
});
afterAll(() => backend.close());

/** Everything that a channel hears of an event. */
function heard(channel: RealtimeChannel, event = '*'): unknown[] {
  const messages: unknown[] = [];
  channel.on('broadcast', { event }, (message) => messages.push(message));
  return messages;
}

test('what one client sends, the others of the topic get, and the sender does not', async () => {
  const [one, two, elsewhere] = [backend.client(), backend.client(), backend.client()];
  const [sender, receiver, other] = [
    one.channel('room'),
    two.channel('room'),
    elsewhere.channel('room2'),
  ];
  const [echo, got, strayed] = [heard(sender), heard(receiver), heard(other)];
  await Promise.all([subscribed(sender), subscribed(receiver), subscribed(other)]);
  for (const n of [1, 2, 3]) {
    await sender.send({ type: 'broadcast', event: 'hello', payload: { n } });
  }
  await vi.waitFor(() => expect(got).toHaveLength(3));
  expect(got).toEqual(
    [1, 2, 3].map((n) => ({ type: 'broadcast', event: 'hello', payload: { n } })),
  );
  expect([echo, strayed]).toEqual([[], []]);
});
