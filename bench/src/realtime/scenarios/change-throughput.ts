import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { ratio } from '../../in-turns.ts';
import { median } from '../../statistics.ts';
import { gather, insertsOf, type Setting } from '../bench-setting.ts';
import { epochMicroseconds } from '../epoch.ts';
import { type RowKey, type RowTable, RowWriter } from '../row-writer.ts';
import type { BenchUser } from '../user-tokens.ts';
import type { Outcome } from './outcome.ts';
import { isExact, type Watched, watched } from './watched.ts';

const subscribers = 500;
const targetRatio = 25;
/** Rows in a transaction, and how many may be written that have not been told. */
const batch = 100;
const mostUntold = 1_000;
/** More than any machine does in a round. */
const mostRows = 1_000_000;

/**
 * Changes per second, from the first INSERT to the last event, where each row is seen by one of 500 subscribers; against deciding for one
 * subscriber after the other in SQL, on the same database in the same run.
 */
export async function changeThroughput(setting: Setting, table: RowTable): Promise<Outcome> {
  const users = setting.users.slice(0, subscribers);
  const keys: readonly RowKey[] =
    table === 'own_rows' ? users.map(({ id }) => id) : users.map((_, index) => index + 1);
  await subscribeInSql(setting.database, table, users);
  await gather(setting, {
    count: users.length,
    topics: users.map(({ id }) => `throughput-${id}`),
    tokens: users.map(({ token }) => token),
    config: insertsOf(table),
  });
  const plinth: number[] = [];
  const perSubscriber: number[] = [];
  const reports: Watched[] = [];
  try {
    for (let round = 0; round < setting.rounds; round += 1) {
      const { rate, report } = await stream(setting, table, keys);
      plinth.push(rate);
      reports.push(report);
      perSubscriber.push(await decideInSql(setting, table));
    }
  } finally {
    await setting.generator.ask('close', {});
  }
  const times = ratio(plinth, perSubscriber);
  const [own, theirs] = [plinth, perSubscriber].map((rates) => Math.round(median(rates)));
  const lost = reports.reduce((sum, report) => sum + report.lost, 0);
  return {
    target: `at least ${targetRatio} × deciding per subscriber, nothing lost`,
    met: times >= targetRatio && reports.every(isExact),
    found: { changesPerSecond: own, perSubscriberInSql: theirs, ratio: times, lost },
    line: `${own} changes/s, per subscriber in SQL ${theirs}: ${times} ×  lost ${lost}`,
  };
}

/** Rows are written as fast as they are told. */
async function stream(
  setting: Setting,
  table: RowTable,
  keys: readonly RowKey[],
): Promise<{ rate: number; report: Watched }> {
  const { generator, seconds, server } = setting;
  const writer = await RowWriter.open(server.ready.databaseUrl, 1);
  const started = epochMicroseconds();
  const end = started + seconds * 1e6;
  const report = await watched(setting, { messages: mostRows, groups: keys.length }, async () => {
    let sent = 0;
    while (epochMicroseconds() < end) {
      if (sent - (await generator.ask('progress', {})) > mostUntold) {
        await new Promise((resolve) => setTimeout(resolve, 2));
        continue;
      }
      const first = sent;
      const made = Array.from({ length: batch }, (_, index) => keys[(first + index) % keys.length]);
      await writer.writeMany(
        table,
        made.filter((key) => key !== undefined),
        first,
      );
      sent += batch;
    }
    return sent;
  });
  await writer.close();
  return { rate: report.sent / ((report.lastAt - started) / 1e6), report };
}

/** The same subscribers as rows of a table. */
async function subscribeInSql(
  database: pg.Client,
  table: RowTable,
  users: readonly BenchUser[],
): Promise<void> {
  await database.query('drop schema if exists per_subscriber cascade');
  const script = join(import.meta.dirname, '..', 'src', 'realtime', 'per-subscriber.sql');
  await database.query(readFileSync(script, 'utf8'));
  const claims = users.map(({ id }) => JSON.stringify({ role: 'authenticated', sub: id }));
  await database.query(
    `insert into per_subscriber.subscriptions (entity, claims)
     select $1::regclass, claims::jsonb from unnest($2::text[]) as made (claims)`,
    [table, claims],
  );
  await database.query('analyze');
}

/** Changes per second: the newest rows, one after the other. */
async function decideInSql({ database, seconds }: Setting, table: RowTable): Promise<number> {
  const { rows } = await database.query<{ id: string }>(
    `select id from ${table} order by id desc limit 10000`,
  );
  const started = performance.now();
  let decided = 0;
  for (const { id } of rows) {
    const { rows: found } = await database.query<{ seeing: string[] }>({
      name: 'per_subscriber',
      text: 'select per_subscriber.visible_to($1, $2) as seeing',
      values: [table, id],
    });
    if (found[0]?.seeing.length !== 1) throw new Error('a row has other than one reader');
    decided += 1;
    if (performance.now() - started > seconds * 1000) break;
  }
  return decided / ((performance.now() - started) / 1000);
}
