import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type RealtimeBackend, startRealtime } from '../../test/adapters/realtime-backend.ts';

let backend: RealtimeBackend;
beforeAll(async () => {
  backend = await startRealtime();
});
afterAll(() => backend.close());

/** What both older majors have in common. */
interface OldPush {
  receive(status: string, callback: (response: unknown) => void): OldPush;
}
interface OldChannel {
  on(event: string, callback: (payload: unknown) => void): void;
  push(event: string, payload: object): OldPush;
  /** 0.x */
  join?(): OldPush;
  leave?(): OldPush;
  /** 1.x */
  subscribe?(): OldPush;
  unsubscribe?(): OldPush;
  joinPush: OldPush;
}
interface OldClient {
  connect(): void;
  disconnect(): unknown;
  channel(topic: string, params?: object): OldChannel;
}
type OldClientClass = new (url: string, options: object) => OldClient;

/** Both are CommonJS, without types that fit. */
async function clientClass(name: 'realtime-js-0' | 'realtime-js-1'): Promise<OldClientClass> {
  const { default: module } = await import(name);
  return name === 'realtime-js-0' ? module.Socket : module.RealtimeClient;
}

async function connect(name: 'realtime-js-0' | 'realtime-js-1'): Promise<OldClient> {
  const Client = await clientClass(name);
  const client = new Client(backend.endpoint, { params: { apikey: backend.anonKey } });
  client.connect();
  onTestFinished(() => void client.disconnect());
  return client;
}

const outcome = (push: OldPush): Promise<unknown> =>
  new Promise((resolve, reject) => {
    push.receive('ok', resolve);
    push.receive('error', (response) => reject(new Error(JSON.stringify(response))));
    push.receive('timeout', () => reject(new Error('timed out')));
  });

function joined(channel: OldChannel): Promise<unknown> {
  return outcome((channel.join ?? channel.subscribe ?? (() => channel.joinPush)).call(channel));
}

test.each(['realtime-js-0', 'realtime-js-1'] as const)(
  '%s joins, hears and says, leaves and comes back',
  async (name) => {
    const [one, two] = [await connect(name), await connect(name)];
    const [sender, receiver] = [one.channel('realtime:old'), two.channel('realtime:old')];
    const heard: unknown[] = [];
    receiver.on('broadcast', (payload) => heard.push(payload));
    expect(await Promise.all([joined(sender), joined(receiver)])).toEqual(
      Array(2).fill({ postgres_changes: [expect.objectContaining({ schema: 'old' })] }),
    );
    const message = { type: 'broadcast', event: 'e', payload: { n: 1 } };
    sender.push('broadcast', message);
    await vi.waitFor(() => expect(heard).toEqual([message]));
    const left = (sender.leave ?? sender.unsubscribe)?.call(sender);
    if (left !== undefined) await outcome(left);
    const again = one.channel('realtime:old');
    await joined(again);
    again.push('broadcast', message);
    await vi.waitFor(() => expect(heard).toHaveLength(2));
  },
);

test.each(['realtime-js-0', 'realtime-js-1'] as const)(
  '%s hears what a client of today sends, and the other way round',
  async (name) => {
    const old = (await connect(name)).channel('realtime:ages');
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
  },
);
