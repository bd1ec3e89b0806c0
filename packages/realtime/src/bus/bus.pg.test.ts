import { randomBytes, randomUUID } from 'node:crypto';
import { silentLogger } from '@plinth/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type BusServer, busServers } from '../../testkit/bus-servers.ts';
import { startTcpProxy, type TcpProxy } from '../../testkit/tcp-proxy.ts';
import { ChannelNames } from './channel-names.ts';
import { EngineBus } from './engine-bus.ts';
import type { BusLink } from './engines/bus-engine.ts';
import { encodeWhole, largestMessage } from './frames/frame.ts';

const patient = { timeout: 20_000, interval: 10 };
const bytes = (text: string): Uint8Array => Buffer.from(text);

describe.each(Object.keys(busServers))('over %s', (name) => {
  let server: BusServer;
  let absence: string | undefined;
  let namespace: string;
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

  /** A test that is skipped, saying why, where the machine has no such server. */
  const itest = (what: string, run: () => Promise<void>, needsKill = false): void => {
    test(what, async (context) => {
      context.skip(absence !== undefined, `${name}: ${absence}`);
      context.skip(needsKill && server.kill === undefined, `${name}: not our own to kill`);
      namespace = randomUUID();
      await run();
    }, 60_000);
  };

  function open(port?: number) {
    const nodeId = randomUUID();
    const engine = server.engine(port);
    const bus = new EngineBus({ engine, nodeId, namespace, logger: silentLogger });
    cleanups.push(() => bus.close());
    let gaps = 0;
    bus.onGap(() => {
      gaps += 1;
    });
    return { bus, nodeId, gaps: () => gaps };
  }

  /** What a bus hears on a subject. */
  async function listen({ bus }: { readonly bus: EngineBus }, subject = 'talk') {
    const heard: { text: string; from: string }[] = [];
    const stop = await bus.subscribe(subject, (message, from) => {
      heard.push({ text: Buffer.from(message.subarray(0, 20)).toString(), from });
    });
    return { heard, texts: () => heard.map(({ text }) => text), stop };
  }

  async function proxied(): Promise<TcpProxy> {
    const proxy = await startTcpProxy(server.port);
    cleanups.push(() => proxy.close());
    return proxy;
  }

  /** A stranger's way onto the channel of a subject. */
  async function stranger(): Promise<(subject: string, frame: Uint8Array) => Promise<void>> {
    const link: BusLink = await server.engine().connect({ lost: () => {}, missed: () => {} });
    cleanups.push(() => link.close());
    const names = new ChannelNames(namespace);
    return (subject, frame) => link.send([{ channel: names.of(subject), frame }]);
  }

  itest('a message reaches all other nodes, and not the one that sent it', async () => {
    const nodes = [open(), open(), open()] as const;
    const ears = await Promise.all(nodes.map((node) => listen(node)));
    for (let i = 0; i < 100; i++) nodes[0].bus.publish('talk', bytes(`${i}`));
    nodes[1].bus.publish('talk', bytes('done'));
    const sent = Array.from({ length: 100 }, (_, i) => ({ text: `${i}`, from: nodes[0].nodeId }));
    await vi.waitFor(() => {
      expect(ears[2]?.heard.filter(({ from }) => from === nodes[0].nodeId)).toEqual(sent);
      expect(ears[2]?.heard).toHaveLength(101);
      expect(ears[1]?.heard).toEqual(sent);
      expect(ears[0]?.heard).toEqual([{ text: 'done', from: nodes[1].nodeId }]);
    }, patient);
    expect(nodes.map(({ gaps }) => gaps())).toEqual([0, 0, 0]);
  });

  itest('subjects and namespaces are apart; who stopped hears nothing more', async () => {
    const [one, two] = [open(), open()];
    const [red, first, second] = await Promise.all([
      listen(two, 'red'),
      listen(two, 'blue'),
      listen(two, 'blue'),
    ]);
    namespace = randomUUID();
    const elsewhere = await listen(open(), 'blue');
    one.bus.publish('blue', bytes('to blue'));
    one.bus.publish('green', bytes('to nobody'));
    one.bus.publish('red', bytes('to red'));
    await vi.waitFor(() => {
      expect([red.texts(), first.texts(), second.texts()]).toEqual([
        ['to red'],
        ['to blue'],
        ['to blue'],
      ]);
    }, patient);
    first.stop();
    red.stop();
    one.bus.publish('red', bytes('nobody here'));
    one.bus.publish('blue', bytes('more'));
    await vi.waitFor(() => expect(second.texts()).toEqual(['to blue', 'more']), patient);
    const again = await listen(two, 'red');
    one.bus.publish('red', bytes('back'));
    await vi.waitFor(() => expect(again.texts()).toEqual(['back']), patient);
    expect([first.texts(), red.texts(), elsewhere.texts()]).toEqual([['to blue'], ['to red'], []]);
    expect(() => one.bus.publish('No.Subject', bytes(''))).toThrow(RangeError);
  });

  itest('messages of any size arrive whole and in order', async () => {
    const [one, two] = [open(), open()];
    const heard: Buffer[] = [];
    await two.bus.subscribe('talk', (message) => heard.push(Buffer.from(message)));
    const sizes = [
      0,
      1,
      5961,
      5962,
      5963,
      5970,
      65_000,
      65_536,
      524_255,
      524_256,
      524_257,
      1_100_000,
      largestMessage,
      3,
    ];
    const sent = sizes.map((size) => randomBytes(size));
    for (const message of sent) one.bus.publish('talk', message);
    await vi.waitFor(() => expect(heard).toHaveLength(sizes.length), patient);
    for (const [i, message] of sent.entries())
      expect(heard[i]?.equals(message), `${sizes[i]}`).toBe(true);
    expect(two.gaps()).toBe(0);
  });

  itest('a message over 8 MB is dropped and missed, those after it arrive', async () => {
    const [one, two] = [open(), open()];
    const { texts } = await listen(two);
    one.bus.publish('talk', bytes('before'));
    await vi.waitFor(() => expect(texts()).toEqual(['before']), patient);
    one.bus.publish('talk', new Uint8Array(largestMessage + 1));
    one.bus.publish('talk', bytes('after'));
    await vi.waitFor(() => expect(texts()).toEqual(['before', 'after']), patient);
    expect([one.bus.dropped, two.gaps()]).toEqual([1, 1]);
  });

  itest('equal messages all arrive', async () => {
    const [one, two] = [open(), open()];
    const { texts } = await listen(two);
    for (let i = 0; i < 500; i++) one.bus.publish('talk', bytes('same'));
    await vi.waitFor(() => expect(texts()).toHaveLength(500), patient);
  });

  itest('a flood from two nodes arrives in the order of each', async () => {
    const nodes = [open(), open(), open()] as const;
    const ears = await Promise.all([listen(nodes[1]), listen(nodes[2])]);
    const count = 10_000;
    const padding = 'x'.repeat(280);
    for (let i = 0; i < count; i++) {
      nodes[0].bus.publish('talk', bytes(`${i} ${padding}`));
      nodes[1].bus.publish('talk', bytes(`${i} ${padding}`));
      if (i % 100 === 0) await new Promise(setImmediate);
    }
    await vi.waitFor(() => {
      expect(ears.map(({ heard }) => heard.length)).toEqual([count, 2 * count]);
    }, patient);
    for (const { nodeId } of [nodes[0], nodes[1]]) {
      const numbers = ears[1]?.heard
        .filter(({ from }) => from === nodeId)
        .map(({ text }) => Number.parseInt(text, 10));
      expect(numbers).toEqual(Array.from({ length: count }, (_, i) => i));
    }
    expect(nodes.map(({ gaps }) => gaps())).toEqual([0, 0, 0]);
  });

  itest('what was published before close still goes out; then nothing comes in', async () => {
    const [one, two] = [open(), open()];
    const { texts } = await listen(two);
    await listen(one);
    for (let i = 0; i < 1000; i++) one.bus.publish('talk', bytes(`${i}`));
    await Promise.all([one.bus.close(), one.bus.close()]);
    await vi.waitFor(() => expect(texts()).toHaveLength(1000), patient);
    one.bus.publish('talk', bytes('too late'));
    await two.bus.close();
  });

  itest('whatever strangers write to the channel, nodes go on', async () => {
    const [one, two] = [open(), open()];
    const { texts } = await listen(two);
    const write = await stranger();
    const [sender, other] = [randomUUID(), randomUUID()];
    const valid = Buffer.from(encodeWhole({ sender, number: 7, messages: [bytes('forged')] }));
    const part = (size: number, offset: number, number: number): Buffer => {
      const frame = Buffer.from(encodeWhole({ sender: other, number, messages: [] }));
      frame[2] = 1;
      const place = Buffer.alloc(8);
      place.writeUInt32BE(size, 0);
      place.writeUInt32BE(offset, 4);
      return Buffer.concat([frame, place, Buffer.alloc(100)]);
    };
    const garbage = [
      Buffer.alloc(0),
      bytes('hello'),
      randomBytes(24),
      randomBytes(3000),
      ...Array.from(valid.keys(), (end) => valid.subarray(0, end)),
      ...Array.from(valid.keys(), (at) => Buffer.from(valid).fill(255, at, at + 1)),
      part(0xffffffff, 0, 0),
      part(0xffffffff, 0xffffffff, 1),
      part(1000, 900, 2),
      part(1000, 0, 3),
      part(1000, 500, 4),
    ];
    for (const frame of garbage) await write('talk', frame);
    one.bus.publish('talk', bytes('still here'));
    await vi.waitFor(() => expect(texts()).toContain('still here'), patient);
  });

  itest('a receiver that fails does not harm the others', async () => {
    const [one, two] = [open(), open()];
    await two.bus.subscribe('talk', () => {
      throw new Error('cannot');
    });
    const { texts } = await listen(two);
    one.bus.publish('talk', bytes('a'));
    one.bus.publish('talk', bytes('b'));
    await vi.waitFor(() => expect(texts()).toEqual(['a', 'b']), patient);
  });

  itest('a broken connection is a gap for its node alone, and it goes on', async () => {
    const proxy = await proxied();
    const [one, two, three] = [open(), open(proxy.port), open()];
    const [ear, other] = [await listen(two), await listen(three)];
    one.bus.publish('talk', bytes('before'));
    await vi.waitFor(() => expect(ear.texts()).toEqual(['before']), patient);
    proxy.cut();
    await vi.waitFor(() => expect(two.gaps()).toBe(1), patient);
    one.bus.publish('talk', bytes('after'));
    two.bus.publish('talk', bytes('and back'));
    await vi.waitFor(() => {
      expect(ear.texts().at(-1)).toBe('after');
      expect(other.texts()).toEqual(expect.arrayContaining(['after', 'and back']));
    }, patient);
    expect(three.gaps()).toBe(0);
  });

  itest('a node may come before the engine', async () => {
    const proxy = await proxied();
    proxy.refuse(true);
    const [early, one] = [open(proxy.port), open()];
    const other = await listen(one);
    const listening = listen(early);
    early.bus.publish('talk', bytes('when possible'));
    proxy.refuse(false);
    const ear = await listening;
    await vi.waitFor(() => expect(other.texts()).toEqual(['when possible']), patient);
    expect(early.gaps()).toBe(0);
    one.bus.publish('talk', bytes('welcome'));
    await vi.waitFor(() => expect(ear.texts()).toEqual(['welcome']), patient);
  });

  const onlyOnce = name === 'nats' ? itest : (): void => {};
  onlyOnce(
    'who subscribes while the engine is away waits for some seconds; then it is a gap',
    async () => {
      const proxy = await proxied();
      proxy.refuse(true);
      const [early, one] = [open(proxy.port), open()];
      const ear = await listen(early);
      proxy.refuse(false);
      await vi.waitFor(() => expect(early.gaps()).toBe(1), patient);
      one.bus.publish('talk', bytes('welcome'));
      await vi.waitFor(() => expect(ear.texts()).toEqual(['welcome']), patient);
    },
  );

  itest('while the engine is away a bounded number of messages waits', async () => {
    const proxy = await proxied();
    const [one, two] = [open(proxy.port), open()];
    const { heard } = await listen(two);
    await listen(one);
    one.bus.publish('talk', bytes('before'));
    await vi.waitFor(() => expect(heard).toHaveLength(1), patient);
    proxy.refuse(true);
    proxy.cut();
    const megabyte = new Uint8Array(1024 * 1024);
    for (let i = 0; i < 40; i++) one.bus.publish('talk', megabyte);
    expect(one.bus.dropped).toBeGreaterThanOrEqual(24);
    proxy.refuse(false);
    await vi.waitFor(() => expect(one.gaps()).toBeGreaterThan(0), patient);
    one.bus.publish('talk', bytes('after'));
    await vi.waitFor(() => {
      expect(heard.at(-1)?.text).toBe('after');
      expect(two.gaps()).toBeGreaterThan(0);
    }, patient);
    expect(heard.length).toBeLessThanOrEqual(18);
  });

  itest('a node that does not read for a while misses nothing, or is told of a gap', async () => {
    const proxy = await proxied();
    const [one, slow, quick] = [open(), open(proxy.port), open()];
    const [late, ear] = [await listen(slow), await listen(quick)];
    proxy.stall(true);
    const size = 100_000;
    const count = 400;
    for (let i = 0; i < count; i++) {
      one.bus.publish('talk', new Uint8Array(size).fill(i));
      await vi.waitFor(() => expect(ear.heard.length).toBeGreaterThan(i - 20), patient);
    }
    await vi.waitFor(() => expect(ear.heard).toHaveLength(count), patient);
    expect(late.heard.length).toBeLessThan(count);
    proxy.stall(false);
    await vi.waitFor(() => {
      expect(late.heard.length === count || slow.gaps() > 0).toBe(true);
    }, patient);
    one.bus.publish('talk', bytes('again'));
    await vi.waitFor(() => expect(late.heard.at(-1)?.text).toBe('again'), patient);
    expect(quick.gaps()).toBe(0);
  });

  itest(
    'the engine is killed and started again: a gap, then on as before',
    async () => {
      const [one, two] = [open(), open()];
      const ears = [await listen(one), await listen(two)];
      for (let round = 1; round <= 2; round++) {
        await server.kill?.();
        one.bus.publish('talk', bytes(`meanwhile ${round}`));
        await server.restart();
        await vi.waitFor(() => expect([one.gaps(), two.gaps()]).toEqual([round, round]), patient);
        one.bus.publish('talk', bytes(`one ${round}`));
        two.bus.publish('talk', bytes(`two ${round}`));
        await vi.waitFor(() => {
          expect(ears.map(({ heard }) => heard.at(-1)?.text)).toEqual([
            `two ${round}`,
            `one ${round}`,
          ]);
        }, patient);
      }
    },
    true,
  );
});
