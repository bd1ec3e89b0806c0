import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { observePresence, type PresenceObserver } from '../../testkit/presence-observer.ts';
import { SimulatedNetwork } from '../../testkit/simulated-network.ts';
import { Membership } from '../cluster/membership.ts';
import { NodePresence } from './node-presence.ts';
import type { PresenceMember } from './presence.ts';
import { PresenceReplication } from './presence-replication.ts';

const random = { bytes: (length: number) => randomBytes(length), uuid: () => randomUUID() };
const clock = { now: () => Date.now() };
const topics = ['red', 'blue'] as const;
/** Heartbeats each 1.5 s, death after 6 s of silence: so long, in milliseconds, until all know what is. */
const bound = 8_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface Node {
  readonly id: string;
  readonly presence: NodePresence;
  readonly membership: Membership;
  readonly observers: readonly PresenceObserver[];
  readonly members: PresenceMember[];
  /** What each member shows. */
  readonly truth: Map<PresenceMember, { topic: string; status: number }>;
  stop(): void;
}

async function startNode(network: SimulatedNetwork, smallRoom = 50): Promise<Node> {
  const id = randomUUID();
  const bus = network.bus(id);
  const presence = new NodePresence({ random, pace: { smallRoom } });
  const membership = new Membership({ bus, clock });
  const replication = new PresenceReplication({ presence, bus, nodeId: id, membership, clock });
  const observers = topics.map((topic) => observePresence(presence, topic));
  presence.onDiff((topic, diff) => observers[topic === 'red' ? 0 : 1]?.take(diff));
  await replication.start();
  await membership.start();
  return {
    id,
    presence,
    membership,
    observers,
    members: [],
    truth: new Map(),
    stop: () => {
      membership.close();
      replication.close();
      presence.close();
    },
  };
}

function show(node: Node, member: number, status: number): void {
  const topic = topics[member % 2] ?? 'red';
  // Keys are shared between nodes: a user has several devices.
  const one = node.members[member] ?? node.presence.member(topic, `user ${member % 3}`);
  node.members[member] = one;
  one.track({ status });
  node.truth.set(one, { topic, status });
}

function hide(node: Node, member: number): void {
  const one = node.members[member];
  one?.untrack();
  if (one !== undefined) node.truth.delete(one);
}

/** What everybody on a topic should see, as observers put it. */
function truthOf(nodes: readonly Node[], topic: string): Record<string, string[]> {
  const seen: Record<string, string[]> = {};
  for (const { truth } of nodes) {
    for (const [{ key }, shown] of truth) {
      if (shown.topic !== topic) continue;
      seen[key] ??= [];
      seen[key].push(JSON.stringify({ status: shown.status }));
    }
  }
  for (const metas of Object.values(seen)) metas.sort();
  return seen;
}

function expectTruth(nodes: readonly Node[]): void {
  for (const node of nodes) {
    for (const [i, topic] of topics.entries()) {
      const truth = truthOf(nodes, topic);
      expect(node.observers[i]?.sees(), `told on ${topic}`).toEqual(truth);
      expect(observePresence(node.presence, topic).sees(), `state of ${topic}`).toEqual(truth);
    }
  }
}

test('what one node shows all nodes see at once, also those that come later', async () => {
  const network = new SimulatedNetwork(Math.random);
  const nodes = [await startNode(network), await startNode(network)] as const;
  await vi.advanceTimersByTimeAsync(100);
  show(nodes[0], 0, 1);
  show(nodes[1], 2, 1);
  await vi.advanceTimersByTimeAsync(1);
  expectTruth(nodes);
  show(nodes[0], 0, 2);
  await vi.advanceTimersByTimeAsync(1);
  expectTruth(nodes);
  // An update is one diff on other nodes, too: nobody is gone for a moment.
  expect(nodes[1].observers[0]?.heard.slice(2)).toEqual(['join user 0', 'leave user 0']);

  const third = await startNode(network);
  await vi.advanceTimersByTimeAsync(100);
  expectTruth([...nodes, third]);
  expect(third.membership.liveNodes).toBe(3);
  for (const node of [...nodes, third]) node.stop();
  await vi.advanceTimersByTimeAsync(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('a node that says good-bye is gone at once, one that dies within 8 s', async () => {
  const network = new SimulatedNetwork(Math.random);
  const nodes = [
    await startNode(network),
    await startNode(network),
    await startNode(network),
  ] as const;
  await vi.advanceTimersByTimeAsync(100);
  for (const [i, node] of nodes.entries()) show(node, 2 * i, i);
  await vi.advanceTimersByTimeAsync(1);
  nodes[2].stop();
  await vi.advanceTimersByTimeAsync(1);
  expectTruth(nodes.slice(0, 2));
  network.kill(nodes[1].id);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(Object.keys(nodes[0].observers[0]?.sees() ?? {})).toEqual(['user 0', 'user 2']);
  await vi.advanceTimersByTimeAsync(bound - 4_000);
  expectTruth(nodes.slice(0, 1));
  expect(nodes[0].membership.liveNodes).toBe(1);
  for (const node of nodes.slice(0, 2)) node.stop();
});

test('a large room passes to a new node in several parts', async () => {
  const network = new SimulatedNetwork(Math.random);
  const one = await startNode(network);
  for (let i = 0; i < 30; i++) {
    one.presence.member('red', `user ${i}`).track({ text: 'x'.repeat(100_000) });
  }
  const two = await startNode(network);
  await vi.advanceTimersByTimeAsync(200);
  expect(Object.keys(two.observers[0]?.sees() ?? {})).toHaveLength(30);
  expect(two.presence.state('red').length).toBe(one.presence.state('red').length);
  for (const node of [one, two]) node.stop();
});

test('messages of strangers change nothing', async () => {
  const network = new SimulatedNetwork(Math.random);
  const nodes = [await startNode(network), await startNode(network)] as const;
  const stranger = network.bus(randomUUID());
  const member = network.bus(randomUUID());
  await vi.advanceTimersByTimeAsync(100);
  show(nodes[0], 0, 1);
  member.publish('nodes', Uint8Array.of(1, 2));
  await vi.advanceTimersByTimeAsync(1);
  const texts = [
    '',
    'null',
    '[]',
    '[2,"digest",1,1]',
    '[1,"changes",1,1,[["red","ghost",{}]]]',
    '[1,"changes",1,1,[["red","ghost",[]]]]',
    '[1,"changes",1,1,[["red"]]]',
    '[1,"changes",1,-1,[["red","ghost",{"phx_ref":"x"}]]]',
    '[1,"all",1,1,1,1,[["red","ghost",{"phx_ref":"x"}]]]',
    '[1,"all",1,1,0,99999,[["red","ghost",{"phx_ref":"x"}]]]',
    '[1,"want",7]',
    '[1,"want","nobody"]',
    '['.repeat(100_000),
  ];
  for (const text of texts) member.publish('presence', Buffer.from(text));
  stranger.publish('presence', Buffer.from('[1,"changes",1,1,[["red","ghost",{"phx_ref":"x"}]]]'));
  await vi.advanceTimersByTimeAsync(100);
  expectTruth(nodes);
  for (const node of nodes) node.stop();
});

/** Numbers from 0 to 1, always the same for a seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const happening = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('show' as const),
      node: fc.nat(3),
      member: fc.nat(5),
      status: fc.nat(3),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('hide' as const),
      node: fc.nat(3),
      member: fc.nat(5),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      time: fc.oneof(fc.nat(50), fc.nat(2_000), fc.nat(12_000)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('weather' as const),
      loss: fc.constantFrom(0, 0.1, 0.5),
      doubled: fc.constantFrom(0, 0.3),
      delay: fc.nat(200),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('divide' as const), sides: fc.nat(15) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const), node: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'start' as const }) },
);

test('whatever is lost, doubled, late, divided or dead: 8 s after the storm all live nodes see the truth', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { maxLength: 80, size: 'max' }),
      fc.integer(),
      fc.constantFrom(2, 50),
      async (happenings, seed, smallRoom) => {
        const network = new SimulatedNetwork(numbersFrom(seed));
        const nodes: Node[] = [];
        const killed: Node[] = [];
        for (let i = 0; i < 3; i++) nodes.push(await startNode(network, smallRoom));
        for (const next of happenings) {
          const node = 'node' in next ? nodes[next.node] : undefined;
          if (next.kind === 'wait') await vi.advanceTimersByTimeAsync(next.time);
          if (next.kind === 'weather')
            Object.assign(network.weather, {
              loss: next.loss,
              doubled: next.doubled,
              delay: next.delay,
            });
          if (next.kind === 'divide')
            network.divide((id) => (next.sides >> nodes.findIndex((each) => each.id === id)) & 1);
          if (next.kind === 'start' && nodes.length < 4)
            nodes.push(await startNode(network, smallRoom));
          if (node === undefined) continue;
          if (next.kind === 'show') show(node, next.member, next.status);
          if (next.kind === 'hide') hide(node, next.member);
          if (next.kind === 'kill' && nodes.length > 1) {
            network.kill(node.id);
            nodes.splice(nodes.indexOf(node), 1);
            killed.push(node);
          }
        }
        network.divide(() => 0);
        Object.assign(network.weather, { loss: 0, doubled: 0, delay: 50 });
        await vi.advanceTimersByTimeAsync(bound);
        expectTruth(nodes);
        expect(nodes.map(({ membership }) => membership.liveNodes)).toEqual(
          nodes.map(() => nodes.length),
        );
        for (const node of [...nodes, ...killed]) node.stop();
        await vi.advanceTimersByTimeAsync(1_000);
      },
    ),
    { numRuns: 150 },
  );
});
