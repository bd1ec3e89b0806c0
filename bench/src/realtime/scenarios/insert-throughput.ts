import { ratio } from '../../in-turns.ts';
import { median } from '../../statistics.ts';
import { gather, insertsOf, type Setting } from '../bench-setting.ts';
import { RowWriter } from '../row-writer.ts';
import type { Outcome } from './outcome.ts';
import { isExact, type Watched, watched } from './watched.ts';

const clients = 16;
const subscribers = 500;
const targetShare = 0.75;
/** More than any machine inserts in the time of a round. */
const mostRows = 2_000_000;

/**
 * Rows inserted by many clients as fast as they can, each row a transaction: without any subscriber, then with 500 that each see
 * their own. `freshSetting` gives a server that nobody has subscribed at since it started.
 */
export async function insertThroughput(
  freshSetting: () => Promise<Setting>,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Outcome> {
  const without: number[] = [];
  const withSubscribers: number[] = [];
  const reports: Watched[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const setting = await freshSetting();
    await insert(setting, 1);
    without.push((await insert(setting, seconds)).perSecond);
    reports.push(
      await subscribed(setting, async () => {
        const { rows, perSecond } = await insert(setting, seconds);
        withSubscribers.push(perSecond);
        return rows;
      }),
    );
  }
  const share = ratio(withSubscribers, without);
  const lost = reports.reduce((sum, report) => sum + report.lost, 0);
  const deliveryP99 = median(reports.map(({ latency }) => latency.p99));
  const serverMicroseconds = median(reports.map((report) => report.serverMicroseconds));
  const generatorMicroseconds = median(reports.map((report) => report.generatorMicroseconds));
  const [plain, busy] = [without, withSubscribers].map((rates) => Math.round(median(rates)));
  return {
    target: `at least ${targetShare} × of without, nothing lost`,
    met: share >= targetShare && reports.every(isExact),
    found: {
      without: plain,
      with: busy,
      share,
      lost,
      deliveryP99,
      // The clients of the subscribers take their share of the machine as well.
      serverMicroseconds,
      generatorMicroseconds,
    },
    line: `${plain} rows/s without, ${busy} with: ${share} ×  delivered with p99 ${deliveryP99} ms, lost ${lost}; processor time a row: server ${serverMicroseconds} µs, generator ${generatorMicroseconds} µs`,
  };
}

async function subscribed(setting: Setting, load: () => Promise<number>): Promise<Watched> {
  const users = setting.users.slice(0, subscribers);
  await gather(setting, {
    count: users.length,
    topics: users.map(({ id }) => `inserts-${id}`),
    tokens: users.map(({ token }) => token),
    config: insertsOf('own_rows'),
  });
  try {
    return await watched(setting, { messages: mostRows, groups: users.length }, load);
  } finally {
    await setting.generator.ask('close', {});
  }
}

async function insert(
  { server, users }: Setting,
  seconds: number,
): Promise<{ readonly rows: number; readonly perSecond: number }> {
  const writers = await Promise.all(
    Array.from({ length: clients }, () => RowWriter.open(server.ready.databaseUrl, 1)),
  );
  const started = performance.now();
  const end = started + seconds * 1000;
  let next = 0;
  await Promise.all(
    writers.map(async (writer) => {
      while (performance.now() < end) {
        const seq = next;
        next += 1;
        await writer.write('own_rows', users[seq % subscribers]?.id ?? '', seq);
      }
    }),
  );
  const perSecond = next / ((performance.now() - started) / 1000);
  await Promise.all(writers.map((writer) => writer.close()));
  return { rows: next, perSecond };
}
