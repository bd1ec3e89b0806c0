import { type Database, sql } from '@plinth/postgres';
import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  lineOf,
  pastOf,
  type Recorder,
  settled,
  testSource,
} from '../../../testkit/test-capture.ts';
import type { LogEntry } from '../change-source.ts';
import type { LogChangeSource } from './log-change-source.ts';
import type { CaptureOptions } from './options.ts';
import { slotName } from './slot/slot-name.ts';

let database: TestDatabase;
const sources: LogChangeSource[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  await database.run(`
    create table notes (id serial primary key, body text);
    alter publication supabase_realtime add table notes;
  `);
});

afterEach(async () => {
  for (const source of sources.splice(0)) await source.close();
  await database.close();
});

function newSource(options: Partial<CaptureOptions> = {}): {
  readonly source: LogChangeSource;
  readonly recorder: Recorder;
} {
  const made = testSource(database.as(), options);
  sources.push(made.source);
  return made;
}

const insert = (body: string): Promise<unknown> =>
  database.query(sql`insert into notes (body) values (${body})`);

const bodies = (entries: readonly LogEntry[]): string[] =>
  entries.map((entry) => (entry.kind === 'insert' ? (entry.row?.[1] ?? '') : lineOf(entry)));

const slotsOf = async (): Promise<string[]> =>
  (
    await database.query<{ slot_name: string }>(
      sql`select slot_name from pg_replication_slots where database = ${database.name}`,
    )
  ).map(({ slot_name }) => slot_name);

/** Ends whoever reads the slot; waits until somebody does. */
async function killReader(of: Database = database.as()): Promise<void> {
  await expect
    .poll(async () => {
      const [row] = await of.query<{ killed: number }>(sql`
        select count(pg_terminate_backend(active_pid))::int as killed from pg_replication_slots
        where database = ${database.name} and active_pid is not null`);
      return row?.killed;
    })
    .toBe(1);
}

test('the reader is killed 11 times during 10,000 transactions: each comes once, in order', async () => {
  const { source, recorder } = newSource();
  await source.open();
  const half = async (from: number): Promise<void> => {
    for (let at = from; at < from + 2_500; at += 1)
      await database.run(`insert into notes (body) values ('${at}a'), ('${at}b')`);
  };
  let isWriting = true;
  const writing = Promise.all([half(0), half(2_500), half(5_000), half(7_500)]).then(() => {
    isWriting = false;
  });
  let kills = 0;
  while (kills < 11 && isWriting) {
    const seen = recorder.batches.length;
    await killReader();
    kills += 1;
    await expect
      .poll(() => recorder.batches.length > seen || !isWriting, { timeout: 20_000 })
      .toBe(true);
  }
  await writing;
  await settled(source);
  expect(kills).toBe(11);
  const numbers = bodies(recorder.entries);
  expect(numbers).toHaveLength(20_000);
  expect(new Set(numbers).size).toBe(20_000);
  const positions = recorder.batches.map(({ from }) => from.lsn);
  expect(positions).toEqual([...new Set(positions)].sort((a, b) => (a < b ? -1 : 1)));
  expect(recorder.losses).toEqual([]);
}, 120_000);

test('killed in the middle of a large transaction, it goes on where it was', async () => {
  const { source, recorder } = newSource();
  await source.open();
  let kills = 0;
  recorder.onTake = async ({ from }) => {
    if (kills < 3 && from.index > kills * 10_000) {
      kills += 1;
      await killReader();
    }
  };
  await database.run(
    `insert into notes (body) select repeat('x', 300) from generate_series(1, 60000)`,
  );
  await settled(source);
  expect(kills).toBe(3);
  let next = 0;
  for (const { from, entries } of recorder.batches) {
    expect(from.index).toBe(next);
    next += entries.length;
  }
  expect(next).toBe(60_000);
  expect(recorder.batches.filter(({ isLast }) => isLast)).toHaveLength(1);
}, 60_000);

test('a new source on the same slot: what came meanwhile is past, what comes later is not', async () => {
  const first = newSource();
  await first.source.open();
  await insert('one');
  await insert('two');
  await settled(first.source);
  const [one] = first.recorder.batches;
  await first.source.close();
  await insert('away');

  const { source, recorder } = newSource();
  await source.open();
  await insert('later');
  await settled(source);
  expect(bodies(recorder.entries)).toEqual(['later']);
  const after = one?.from ?? { lsn: 0n, index: 0 };
  const past = await pastOf(source, after);
  expect(bodies(past.flatMap(({ entries }) => entries))).toEqual(['two', 'away', 'later']);
  expect(recorder.losses).toEqual([]);
});

test('since, asked at once after opening, waits for all that came while nobody read', async () => {
  const first = newSource();
  await first.source.open();
  const start = { lsn: await first.source.now(), index: -1 };
  await first.source.close();
  await database.run(`insert into notes (body) select n from generate_series(1, 5000) as n`);
  for (let at = 0; at < 100; at += 1) await insert(`away ${at}`);

  const { source, recorder } = newSource();
  await source.open();
  const past = source.since(start);
  await insert('later');
  const found: LogEntry[] = [];
  for await (const { entries } of past ?? []) found.push(...entries);
  expect(found).toHaveLength(5_100);
  await settled(source);
  expect(bodies(recorder.entries)).toEqual(['later']);
});

test('what the ring has forgotten is confirmed, what it keeps is there after a restart', async () => {
  let now = 0;
  const { source } = newSource({ clock: { now: () => now } });
  await source.open();
  await insert('old');
  await settled(source);
  const old = await source.now();
  // Each look at the clock ages what is kept by a minute; the ring looks every second.
  await expect
    .poll(
      async () => {
        now += 60_000;
        return (await source.status()).confirmedLsn ?? 0n;
      },
      { timeout: 20_000, interval: 1_000 },
    )
    .toBeGreaterThanOrEqual(old);
  const later = await source.now();
  await insert('young');
  await settled(source);
  await source.close();

  const again = newSource();
  await again.source.open();
  const past = await pastOf(again.source, { lsn: later, index: -1 });
  expect(bodies(past.flatMap(({ entries }) => entries))).toEqual(['young']);
  expect(again.source.since({ lsn: 1n, index: 0 })).toBeUndefined();
});

test('the slot is dropped by force: the sink is told once, and it goes on', async () => {
  const { source, recorder } = newSource();
  await source.open();
  await insert('one');
  await settled(source);
  const before = { lsn: 1n, index: 0 };
  const [slot = ''] = await slotsOf();
  const maintenance = database.as();
  // The source takes its slot again at once: who drops it has to be quicker.
  await expect
    .poll(
      () =>
        maintenance
          .script(`
            do $$ begin
              perform pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = '${slot}';
              for attempt in 1..2000 loop
                begin
                  perform pg_drop_replication_slot('${slot}');
                  return;
                exception when object_in_use then perform pg_sleep(0.0005);
                end;
              end loop;
              raise 'still in use';
            end $$`)
          .then(
            () => 'dropped',
            (error: Error) => error.message,
          ),
      { timeout: 20_000 },
    )
    .toBe('dropped');
  await expect.poll(() => recorder.losses.length, { timeout: 20_000 }).toBe(1);
  await insert('two');
  await settled(source);
  expect(bodies(recorder.entries)).toEqual(['one', 'two']);
  expect(recorder.losses).toEqual(['its replication slot was dropped']);
  expect(source.since(before)).toBeUndefined();
  expect((await source.status()).lastError).toMatch(/slot|terminat/);
}, 60_000);

test('a publication is dropped: it is made again, and the sink is told', async () => {
  const { source, recorder } = newSource();
  await source.open();
  await database.run('drop publication supabase_realtime');
  await insert('unseen');
  await expect
    .poll(() => recorder.losses, { timeout: 20_000 })
    .toEqual(['a publication was missing']);
  await database.run('alter publication supabase_realtime add table notes');
  await insert('seen');
  await settled(source);
  expect(bodies(recorder.entries)).toEqual(['seen']);
}, 60_000);

test('dropped and made again in one transaction, a publication makes no hole', async () => {
  const { source, recorder } = newSource();
  await source.open();
  await insert('one');
  await database.run(`
    begin;
    drop publication supabase_realtime;
    create publication supabase_realtime for table notes;
    commit;
  `);
  await insert('two');
  await settled(source);
  expect(bodies(recorder.entries)).toEqual(['one', 'two']);
  expect(recorder.losses).toEqual([]);
});

test('where the log cannot be read at a place, it goes on behind it, and the sink is told', async () => {
  // One table with different columns in two publications: Postgres gives up at each of its rows.
  await database.run('create publication second for table notes (id)');
  const { source, recorder } = newSource({ publications: ['supabase_realtime', 'second'] });
  await source.open();
  await insert('unreadable');
  await expect
    .poll(async () => (await source.status()).lastError, { timeout: 20_000 })
    .toContain('different column lists');
  await database.run('alter publication second drop table notes');
  await insert('not seen either');
  await expect.poll(() => recorder.losses, { timeout: 20_000 }).toHaveLength(1);
  expect(recorder.losses[0]).toContain('it cannot be read at this place');
  await insert('readable');
  await settled(source);
  expect(bodies(recorder.entries)).toEqual(['readable']);
});

test('two sources for one slot: one reads, the other says why it does not, and takes over', async () => {
  const first = newSource({ openTimeout: 2_000 });
  const second = newSource({ openTimeout: 2_000 });
  const results = await Promise.allSettled([first.source.open(), second.source.open()]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const [winner, loser] = results[0]?.status === 'fulfilled' ? [first, second] : [second, first];
  const refused = results.find((result) => result.status === 'rejected');
  expect(refused?.reason).toMatchObject({ problem: 'slot_busy' });
  expect(await slotsOf()).toEqual([slotName(database.name)]);
  const opening = loser.source.open();
  await winner.source.close();
  await opening;
  await insert('mine');
  await settled(loser.source);
  expect(bodies(loser.recorder.entries)).toEqual(['mine']);
}, 30_000);

test('temporary slots: two sources read at once; a broken connection is a hole', async () => {
  const [first, second] = ['one', 'two'].map((node) => newSource({ slot: 'temporary', node }));
  if (first === undefined || second === undefined) throw new Error('no sources');
  await Promise.all([first.source.open(), second.source.open()]);
  await insert('both');
  await settled(first.source);
  await settled(second.source);
  expect(bodies(first.recorder.entries)).toEqual(['both']);
  expect(bodies(second.recorder.entries)).toEqual(['both']);
  await second.source.close();
  await killReader();
  await expect.poll(() => first.recorder.losses).toEqual(['the connection to Postgres broke']);
  await insert('again');
  await settled(first.source);
  expect(bodies(first.recorder.entries)).toEqual(['both', 'again']);
  await first.source.close();
  await expect.poll(slotsOf).toEqual([]);
});

test('at rest it reads on for a while, then Postgres keeps nothing for it', async () => {
  const { source, recorder } = newSource({ kept: { age: 300 } });
  await source.open();
  source.rest();
  await source.open();
  await new Promise((resolve) => setTimeout(resolve, 500));
  await insert('kept open');
  await settled(source);
  expect(recorder.batches).toHaveLength(1);
  source.rest();
  await expect.poll(slotsOf).toEqual([]);
  expect((await source.status()).state).toBe('closed');
  await source.open();
  await insert('opened again');
  await settled(source);
  expect(bodies(recorder.entries)).toEqual(['kept open', 'opened again']);
});

test('resume goes on where a slot was left, and leaves alone where none was', async () => {
  const first = newSource({ kept: { age: 300 } });
  await first.source.resume();
  expect(await slotsOf()).toEqual([]);
  await first.source.open();
  await first.source.close();
  expect(await slotsOf()).toHaveLength(1);
  const second = newSource({ kept: { age: 300 } });
  await second.source.resume();
  expect((await second.source.status()).state).toBe('streaming');
  await expect.poll(slotsOf).toEqual([]);
});

test('the status tells slot, lag and positions', async () => {
  const { source } = newSource();
  expect(await source.status()).toEqual({
    state: 'closed',
    slot: slotName(database.name),
    lagBytes: 0,
  });
  await source.open();
  await insert('one');
  await settled(source);
  const status = await source.status();
  expect(status).toMatchObject({ state: 'streaming', slot: slotName(database.name) });
  expect(status.lagBytes).toBeGreaterThan(0);
  expect(status.receivedLsn).toBeGreaterThan(status.confirmedLsn ?? 0n);
  expect(status.restartLsn).toBeGreaterThan(0n);
});
