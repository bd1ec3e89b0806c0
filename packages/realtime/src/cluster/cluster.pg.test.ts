import { randomBytes, randomUUID } from 'node:crypto';
import { silentLogger } from '@plinth/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type BusServer, busServers } from '../../testkit/bus-servers.ts';
import { observePresence } from '../../testkit/presence-observer.ts';
import type { BroadcastMessage } from '../broadcast/broadcast-message.ts';
import { Topics } from '../broadcast/topics.ts';
import { EngineBus } from '../bus/engine-bus.ts';
import { NodePresence } from '../presence/node-presence.ts';
import { PresenceReplication } from '../presence/presence-replication.ts';
import { BroadcastRelay } from './broadcast-relay.ts';
import { Membership } from './membership.ts';

const patient = { timeout: 25_000, interval: 20 };
const random = { bytes: (length: number) => randomBytes(length), uuid: () => randomUUID() };
const clock = { now: () => Date.now() };

describe.each(Object.keys(busServers))('nodes over %s', (name) => {
  let server: BusServer;
  let absence: string | undefined;
  const cleanups: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const started = await busServers[name]?.();
    if (typeof started === 'object') server = started;
    else absence = started;
  });
  afterAll(() => server?.close());
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  async function start(namespace: string) {
    const nodeId = randomUUID();
    const bus = new EngineBus({ engine: server.engine(), nodeId, namespace, logger: silentLogger });
    const membership = new Membership({ bus, clock });
    const presence = new NodePresence({ random });
    const replication = new PresenceReplication({ presence, bus, nodeId, membership, clock });
    const topics = new Topics();
    const relay = new BroadcastRelay(bus, topics);
    const observer = observePresence(presence, 'room');
    presence.onDiff((_topic, diff) => observer.take(diff));
    await Promise.all([replication.start(), relay.start(), membership.start()]);
    cleanups.push(async () => {
      membership.close();
      replication.close();
      relay.close();
      await bus.close();
      presence.close();
    });
    const listen = (topic: string, isPrivate = false): BroadcastMessage[] => {
      const heard: BroadcastMessage[] = [];
      topics.add(topic, isPrivate, { hear: (message) => heard.push(message) });
      return heard;
    };
    return { membership, presence, observer, relay, listen };
  }

  test('broadcasts and presence are one over three nodes, also after the engine was gone', async (context) => {
    context.skip(absence !== undefined, `${name}: ${absence}`);
    const namespace = randomUUID();
    const nodes = [await start(namespace), await start(namespace), await start(namespace)] as const;
    await vi.waitFor(() => {
      expect(nodes.map(({ membership }) => membership.liveNodes)).toEqual([3, 3, 3]);
    }, patient);

    const heard = nodes.map(({ listen }) => listen('room'));
    const inPrivate = nodes[1].listen('room', true);
    const sent: BroadcastMessage[] = [];
    for (let i = 0; i < 1_000; i++) {
      const payload = i % 2 === 0 ? `{"i":${i}}` : Buffer.from(`${i}`);
      sent.push({ topic: 'room', isPrivate: false, event: 'move', payload });
    }
    for (const message of sent) nodes[0].relay.broadcast(message);
    nodes[0].relay.broadcast({ topic: 'elsewhere', isPrivate: false, event: 'x', payload: '{}' });
    const secret = { topic: 'room', isPrivate: true, event: 'x', payload: '{}', meta: { id: '1' } };
    nodes[0].relay.publish(secret);
    await vi.waitFor(() => expect(inPrivate).toHaveLength(1), patient);
    expect(heard.map((each) => each.length)).toEqual([1_000, 1_000, 1_000]);
    expect([heard[1], heard[2], inPrivate]).toEqual([sent, sent, [secret]]);

    const [ann, bea] = [
      nodes[0].presence.member('room', 'ann'),
      nodes[1].presence.member('room', 'bea'),
    ];
    ann.track({ status: 1 });
    bea.track({ status: 1 });
    const together = { ann: ['{"status":1}'], bea: ['{"status":1}'] };
    await vi.waitFor(() => {
      for (const { observer } of nodes) expect(observer.sees()).toEqual(together);
    }, patient);

    await server.kill?.();
    ann.untrack();
    bea.track({ status: 2 });
    nodes[2].presence.member('room', 'cyd').track({});
    await server.restart();
    await vi.waitFor(() => {
      for (const { observer, membership } of nodes) {
        expect(membership.liveNodes).toBe(3);
        expect(observer.sees()).toEqual({ bea: ['{"status":2}'], cyd: ['{}'] });
      }
    }, patient);
    nodes[2].relay.publish({ topic: 'room', isPrivate: false, event: 'again', payload: '{}' });
    await vi.waitFor(() => expect(heard[0]?.at(-1)?.event).toBe('again'), patient);
  }, 90_000);
});
