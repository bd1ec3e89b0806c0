import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTcpProxy, type TcpProxy } from '../../packages/realtime/testkit/tcp-proxy.ts';
import { Project } from './faults/project.ts';
import { Watcher } from './faults/watcher.ts';
import { expectWhole } from './faults/whole.ts';
import { ledger, Writers } from './faults/writers.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const project = new Project();
let proxy: TcpProxy;
let writers: Writers;

beforeAll(async () => {
  await project.start();
  await project.query(ledger);
  proxy = await startTcpProxy(Number(new URL(project.ready.url).port));
});

afterAll(async () => {
  await proxy?.close();
  await project.remove();
});

beforeEach(async () => {
  await project.query('truncate ledger');
  writers = new Writers(() => project.databaseUrl());
});

afterEach(() => writers.stop());

test.each([
  ['breaks', () => proxy.cut()],
  ['is gone without a word to the server', () => proxy.vanish()],
] as const)(
  'a connection that %s, three times: what was missed comes, in order',
  async (how, harm) => {
    const near = await new Watcher(project.client(), { topic: how }).start();
    const far = await new Watcher(project.client(proxy.port), { topic: `far ${how}` }).start();
    writers.start(2);
    for (let time = 1; time <= 3; time += 1) {
      await writers.progress(40);
      harm();
      await writers.progress(40);
      await far.joined(1 + time);
    }
    await expectWhole(project, writers, [near, far]);
    expect(near.doubled).toEqual([]);
    expect(near.joins).toBe(1);
    await Promise.all([near.close(), far.close()]);
  },
);

test('who leaves and comes back later by itself gets nothing of the time between', async () => {
  const client = project.client(proxy.port);
  const first = await new Watcher(client, { topic: 'left' }).start();
  writers.start(1);
  await writers.progress(20);
  await client.removeAllChannels();
  await writers.progress(20);
  const before = new Set(writers.acknowledged);
  const second = await new Watcher(client, { topic: 'left' }).start();
  await writers.progress(20);
  await writers.stop();
  const after = [...writers.acknowledged].filter((id) => !before.has(id));
  await second.catchesUp(after.slice(3));
  expect(second.heard.filter((id) => before.has(id))).toEqual([]);
  expect(first.doubled).toEqual([]);
  await second.close();
});

test('who says since when it knows gets what was committed from then on, or is told that it is too late', async () => {
  const witness = await new Watcher(project.client(), { topic: 'witness' }).start();
  writers.start(2);
  await writers.progress(30);
  await witness.catchesUp(writers.acknowledged);
  const since = Date.now();
  const before = new Set(writers.acknowledged);
  await writers.progress(30);
  const asking = await new Watcher(project.client(), { topic: 'asking', since }).start();
  const tooLate = await new Watcher(project.client(), {
    topic: 'too late',
    since: Date.now() - 3_600_000,
  }).start();
  await writers.progress(30);
  await writers.stop();
  await asking.catchesUp([...writers.acknowledged].filter((id) => !before.has(id)));
  expect(asking.doubled).toEqual([]);
  expect(asking.disordered).toEqual([]);
  expect(asking.troubles).toEqual([]);
  await expect
    .poll(() => tooLate.troubles, { timeout: 10_000 })
    .toEqual(['Changes that were missed are no longer kept, please load the data again']);
  await Promise.all([witness, asking, tooLate].map((watcher) => watcher.close()));
});
